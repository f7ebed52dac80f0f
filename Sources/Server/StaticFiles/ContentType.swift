/// What a file of the browser client is, by the end of its name.
package enum ContentType {
  /// The media type of `path`, with its charset where it is text; nil for files that are not served.
  package static func of(_ path: String) -> String? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    return types[path[path.index(after: dot)...].lowercased()]
  }

  /// Whether compression makes a file of this type smaller: text and SVG, not images and fonts.
  package static func isCompressible(_ type: String) -> Bool {
    type.contains("charset") || type.hasPrefix("image/svg")
  }

  private static let types = [
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "webmanifest": "application/manifest+json; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
    "png": "image/png",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
  ]
}
