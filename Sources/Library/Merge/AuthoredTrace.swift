/// The last writes of a sort, and the last by anyone else: two suffice to tell whether an author has
/// seen all of them, since everyone has seen their own.
public struct AuthoredTrace: Hashable, Sendable {
  /// The last write.
  public private(set) var last: Version
  /// The last write by another author than that of `last`.
  public private(set) var other: Version?

  /// Makes a trace.
  public init(_ last: Version, other: Version? = nil) {
    self.last = last
    self.other = other
  }

  /// Of writes that everybody has seen: none.
  static let nothing = AuthoredTrace(
    Version(stamp: 0, seq: 0, device: "", incarnation: "", n: 0))

  /// Takes note of the write `version`.
  mutating func note(_ version: Version) {
    if !version.hasSameAuthor(as: last) { other = last }
    last = version
  }

  /// A write that `author` had not seen, the latest one, or nil when there is none.
  func unseen(by author: Author) -> Version? {
    if !author.hasSeen(last) { return last }
    if let other, !author.hasSeen(other) { return other }
    return nil
  }
}
