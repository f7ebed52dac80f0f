/// Why Open Library's answer is none.
package enum OpenLibraryError: Error, Hashable, Sendable {
  /// It is no JSON, or not in the shape that Open Library describes.
  case unreadable
  /// One record leads to another, and that to a third, without end.
  case astray
}
