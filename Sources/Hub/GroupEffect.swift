import Library
import Wire

/// What came of a group of pushes.
struct GroupEffect {
  /// One for each push.
  let results: [PushResult]
  /// Connections that used an n that is another op's.
  let strayed: Set<SessionID>
  /// Orders in which long keys are left.
  let unbalanced: Set<Rebalance.Order>
}

/// What came of one push.
struct PushResult {
  /// The last n recorded for the author.
  let through: Int
  /// One for each operation.
  let results: [Ack.Result]
}
