/// What became of an operation, as the ack tells its author (SYNC §3).
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// Everything followed on what the author had seen.
  case applied
  /// Something met a concurrent write, and both found their place.
  case merged
  /// Something met a concurrent unequal write; the loser is in a conflict record.
  case conflict
  /// An edit and a deletion met; the entity lives and says so.
  case revived
  /// A book was created that another device had created, or one was changed that stands for another.
  case aliased
  /// The server had applied this operation before.
  case duplicate
  /// Nothing was applied; the problem says why.
  case refused
}

/// The effect of one operation: what to store, and what to tell its author.
public struct Applied: Hashable, Sendable {
  /// The new state of every entity that the operation wrote, conflict records last. A state may
  /// show nothing new to a client; its `row(since:)` is then nil.
  public let states: [EntityState]
  /// What became of the operation.
  public let outcome: Outcome
  /// The id of the first conflict record that it made.
  public let conflict: String?
  /// What people could see change, in order.
  public let history: [HistoryEntry]

  /// Makes an effect from its parts.
  public init(
    states: [EntityState], outcome: Outcome, conflict: String? = nil, history: [HistoryEntry] = []
  ) {
    self.history = history
    self.states = states
    self.outcome = outcome
    self.conflict = conflict
  }
}
