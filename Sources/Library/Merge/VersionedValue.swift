/// A value and the writes that put it there.
public struct VersionedValue: Hashable, Sendable {
  /// The value; null is one.
  public let value: JSONValue
  /// The write that stands: of several, the one that wins over the others.
  public let version: Version
  /// Concurrent writes of the same value. Whoever goes on from one of them has not seen the others,
  /// so what they overwrite is not theirs alone.
  public let echoes: [Version]

  /// Makes a versioned value.
  public init(_ value: JSONValue, _ version: Version, echoes: [Version] = []) {
    self.value = value
    self.version = version
    self.echoes = echoes
  }

  /// The value with those of its writes that `author` had not seen, and those they had; the first of
  /// each wins over the rest.
  func writes(seenBy author: Author) -> (seen: [Version], unseen: [Version]) {
    // Nearly always there is one.
    if echoes.isEmpty { return author.hasSeen(version) ? ([version], []) : ([], [version]) }
    let writes = ([version] + echoes).sorted { $0.wins(over: $1) }
    return (writes.filter(author.hasSeen), writes.filter { !author.hasSeen($0) })
  }
}
