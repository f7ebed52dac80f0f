/// A value and the writes that put it there.
public struct VersionedValue: Hashable, Sendable {
  /// The value; null is one.
  public let value: JSONValue
  /// The write that stands: of several, the one that wins over the others.
  public let version: Version
  /// Concurrent writes that the value holds as well: of the same value, or of texts merged into it.
  /// Whoever goes on from one of them has not seen the others, so what they overwrite is not theirs
  /// alone.
  public let echoes: [Version]
  /// The sequence at which the value last became another. It is not always that of `version`: of two
  /// equal writes the one that stands may be the later, and what Trash gives back is older than its
  /// return.
  public let seq: Int

  /// Makes a versioned value; it shows since `version`, unless `seq` says otherwise.
  public init(_ value: JSONValue, _ version: Version, echoes: [Version] = [], seq: Int? = nil) {
    self.value = value
    self.version = version
    self.echoes = echoes
    self.seq = seq ?? version.seq
  }

  /// All writes that the value holds; the first wins over the rest.
  var writes: [Version] {
    // Nearly always there is one.
    echoes.isEmpty ? [version] : ([version] + echoes).sorted { $0.wins(over: $1) }
  }

  /// The writes that `author` had seen and those they had not; the first of each wins over the rest.
  func writes(seenBy author: Author) -> (seen: [Version], unseen: [Version]) {
    if echoes.isEmpty { return author.hasSeen(version) ? ([version], []) : ([], [version]) }
    let writes = writes
    return (writes.filter(author.hasSeen), writes.filter { !author.hasSeen($0) })
  }

  /// The same writes with another value that shows since `seq`: what the server does to a value is no
  /// write of its own.
  func rewritten(_ value: JSONValue, seq: Int) -> VersionedValue {
    VersionedValue(value, version, echoes: echoes, seq: seq)
  }
}
