/// What an entity stands for, and what it brought there (SYNC §2, *same book created twice*).
public struct AliasState: Hashable, Sendable {
  /// The id of the entity of the same kind that it stands for; nil when it stands for itself again.
  public internal(set) var root: String?
  /// The sequence at which that last changed.
  public internal(set) var seq: Int
  /// What stood in the root, as it was written there, by the fields where the alias put its own in its
  /// place: who had seen that has seen what comes back.
  public internal(set) var replaced: ByName<VersionedValue> = [:]
  /// The elements that the alias put into the root's sets.
  public internal(set) var added: ByName<[String]> = [:]
  /// The ids of the conflict records that the two made.
  public internal(set) var conflicts: [String] = []

  init(root: String?, seq: Int) {
    self.root = root
    self.seq = seq
  }
}
