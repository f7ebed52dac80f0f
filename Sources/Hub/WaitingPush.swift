import Library
import Wire

/// Operations that wait for the next commit.
struct WaitingPush {
  /// Who wants to know what came of them.
  enum Source {
    /// A connection's push.
    case push(SessionID, BatchName)
    /// A server edit.
    case edit(Int)

    var session: SessionID? {
      guard case .push(let id, _) = self else { return nil }
      return id
    }
  }

  /// The operations: as a device numbered them, or for the commit to number.
  enum Content {
    case pushed([PushedOperation])
    case edited([ServerEdit.Item], base: Int?)

    var count: Int {
      switch self {
      case .pushed(let operations): operations.count
      case .edited(let items, _): items.count
      }
    }
  }

  let source: Source
  let library: String
  let device: String
  let incarnation: String
  let content: Content
  let byteCount: Int
}

extension WaitingPush.Content {
  /// Hands over the operations that could be read: the base, where it can have one, and the changes.
  func forEachOperation(_ body: ((base: Int, epoch: String?)?, [Change]) -> Void) {
    switch self {
    case .pushed(let operations):
      for case .valid(let operation) in operations {
        body((operation.base, operation.epoch), operation.changes)
      }
    case .edited(let items, let base):
      for item in items { body(base.map { ($0, nil) }, item.changes) }
    }
  }
}

extension PushedOperation {
  /// The operation's id; nil where it has none that could be read.
  var id: String? {
    switch self {
    case .valid(let operation): operation.id
    case .invalid(_, let id, _): id
    }
  }

  /// Why the operation is none that the log could hold; nil when it could.
  func unrecordable(from device: String) -> Problem? {
    switch self {
    case .invalid(_, _, let problem): return problem
    case .valid(let operation):
      if Identifier.isValid(operation.id) { return nil }
      do throws(Problem) {
        try Validation.check(operation, device: device)
        return nil
      } catch {
        return error
      }
    }
  }
}
