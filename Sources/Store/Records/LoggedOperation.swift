package import Library

/// An operation as the log keeps it: what was asked, by whom, when, and what came of it.
package struct LoggedOperation: Hashable, Sendable {
  /// What its author asked for.
  package var operation: Operation
  /// The author's device.
  package var device: String
  /// The author's incarnation.
  package var incarnation: String
  /// The server time of the commit, in milliseconds since 1970 UTC.
  package var time: Int
  /// What came of it.
  package var result: OperationResult

  /// Makes an entry from its parts.
  package init(
    _ operation: Operation, device: String, incarnation: String, time: Int, result: OperationResult
  ) {
    self.operation = operation
    self.device = device
    self.incarnation = incarnation
    self.time = time
    self.result = result
  }
}

/// What came of an operation.
package enum OperationResult: Hashable, Sendable {
  /// It took effect as `seq`; `conflict` names the first conflict entity it left, if any.
  case accepted(seq: Int, Outcome, conflict: String?)
  /// It changed nothing, and has no place in the library's order; it used up its n all the same.
  case refused(Problem)
}

/// What the log knows of an operation that was seen before.
package struct RecordedOperation: Hashable, Sendable {
  /// The device that sent it first.
  package var device: String
  /// The incarnation it was sent in.
  package var incarnation: String
  /// Its place there.
  package var n: Int
  /// What came of it.
  package var result: OperationResult

  /// Makes a record from its parts.
  package init(device: String, incarnation: String, n: Int, result: OperationResult) {
    self.device = device
    self.incarnation = incarnation
    self.n = n
    self.result = result
  }
}
