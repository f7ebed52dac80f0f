/// One element of a set, there or gone (SYNC §1, class *set*).
///
/// It keeps every add that no later write has replaced or removed, usually one. Only so does an add
/// win over a removal that had not seen it in whatever order the two, and a third, arrive.
public struct ElementState: Hashable, Sendable {
  /// How the element is spelled: as the first add wrote it since it was last gone.
  public internal(set) var name: String
  /// The adds that stand; the element is in the set while there is one.
  public internal(set) var adds: [VersionedValue]
  /// The last removal that took effect.
  public internal(set) var removed: Version?
  /// The sequence of the last change that shows.
  public internal(set) var seq: Int

  /// Makes an element from its parts.
  public init(name: String, adds: [VersionedValue], removed: Version? = nil, seq: Int) {
    self.name = name
    self.adds = adds
    self.removed = removed
    self.seq = seq
  }

  /// The add whose value shows, or nil when the element is gone: the winner of those that stand.
  public var shown: VersionedValue? {
    guard var best = adds.first else { return nil }
    for add in adds.dropFirst() where add.version.wins(over: best.version) { best = add }
    return best
  }
}
