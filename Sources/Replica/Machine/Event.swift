public import Library
public import Wire

/// What the world supplies to one turn.
public struct Turn: Hashable, Sendable {
  /// Our clock, in milliseconds since 1970 UTC.
  public var now: Int
  /// A random number in [0, 1).
  public var chance: Double
  /// A fresh random identifier.
  public var fresh: String

  /// Makes a turn.
  public init(now: Int, chance: Double, fresh: String) {
    self.now = now
    self.chance = chance
    self.fresh = fresh
  }
}

/// On what and when an edit was made, where it did not come to the replica at once.
public struct Making: Hashable, Sendable {
  /// The library sequence that its author had applied.
  public var base: Int
  /// The author's corrected clock, in milliseconds since 1970 UTC.
  public var at: Int
  /// The epoch that `base` counts in; nil: the replica's.
  public var epoch: String?
  /// The texts that its texts were made from; nil: those the replica shows.
  public var was: [EntityKey: JSONObject]?
  /// The place in the queue of the last op of ours that these texts hold; nil: the last there is.
  public var order: Int?

  /// Makes what is known of a making.
  public init(
    base: Int, at: Int, epoch: String? = nil, was: [EntityKey: JSONObject]? = nil,
    order: Int? = nil
  ) {
    self.base = base
    self.at = at
    self.epoch = epoch
    self.was = was
    self.order = order
  }
}

/// The replica's timers; one scheduled again replaces its former self.
public enum ReplicaTimer: String, Hashable, Sendable, CaseIterable {
  /// The back-off is over.
  case reconnect
  /// A heartbeat is due.
  case heartbeat
  /// An answer is overdue.
  case deadline
  /// Live changes are overdue.
  case gap
  /// The disk may take what it refused.
  case persist
}

/// What happened.
public enum Event: Hashable, Sendable {
  /// The program begins to sync.
  case start
  /// The program ends.
  case stop
  /// A person looks again.
  case wake
  /// The device was paired, perhaps with another secret.
  case paired(token: String?)
  /// What the system says of the network.
  case network(isUp: Bool)
  /// The socket asked for is open.
  case opened
  /// The server has said something.
  case message(ServerMessage)
  /// The server has said something that could not be decoded.
  case unreadable(reason: String)
  /// The socket has closed, or could not be opened.
  case closed(code: UInt16, reason: String)
  /// A timer has fired.
  case timer(ReplicaTimer)
  /// A person has edited; `made` says on what and when, where that was in another process or life.
  case edit(id: String, changes: [Change], made: Making? = nil)
  /// A person wants a refused op tried again.
  case retry(id: String)
  /// A person gives a refused op up.
  case discard(id: String)
  /// The transaction is durable.
  case persisted(number: Int)
  /// The transaction was not written.
  case notPersisted(number: Int, reason: String)
}
