import Library
import Store
import Wire

extension Ack.Result {
  /// What came of an operation just now.
  init(n: Int, _ result: OperationResult) {
    switch result {
    case .accepted(let seq, let outcome, let conflict):
      self.init(n: n, seq: seq, outcome: outcome, conflict: conflict)
    case .refused(let problem):
      self.init(n: n, problem)
    }
  }

  /// What came of an operation that was sent again: a refusal stays what it was, everything else
  /// has happened, once.
  init(n: Int, again recorded: RecordedOperation) {
    switch recorded.result {
    case .accepted(let seq, _, let conflict):
      self.init(n: n, seq: seq, outcome: .duplicate, conflict: conflict)
    case .refused(let problem):
      self.init(n: n, problem)
    }
  }

  /// A refusal.
  init(n: Int, _ problem: Problem) {
    self.init(n: n, outcome: .refused, problem: problem)
  }
}

extension Problem {
  /// An operation came before the ones it follows on. It and all behind it are not taken, and not
  /// recorded: the device sends them again, in order.
  static func skipped(to n: Int, last: Int) -> Problem {
    Problem(
      .outOfOrder,
      "Edit \(n) of this device came before edit \(last + 1); it is kept on the device until that "
        + "one has come.", field: "n")
  }

  /// An operation came behind one whose number was used by another. It is not taken, and not recorded:
  /// the device goes on under a new incarnation.
  static func strayed(_ n: Int) -> Problem {
    Problem(
      .outOfOrder,
      "Edit \(n) of this device follows on an edit whose number the server has of another one; it is "
        + "kept on the device and sent under a new name.", field: "n")
  }

  /// The number of an operation was used by another one: this device was restored or copied, and
  /// goes on under a new incarnation.
  static func reused(_ n: Int) -> Problem {
    Problem(
      .outOfOrder,
      "The server has another edit \(n) of this device, which was perhaps copied or restored; "
        + "the edit is kept on the device and sent under a new name.", field: "n")
  }
}
