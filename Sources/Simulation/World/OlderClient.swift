import Library
import Wire

// An older client of the same protocol: it has never heard of epochs of ops, of aliases and of purges.

extension ClientMessage {
  /// What it would have sent.
  func asOlderClient() -> [UInt8] {
    guard case .push(let push) = self else { return encoded() }
    let operations = push.operations.compactMap { pushed -> Operation? in
      guard case .valid(var operation) = pushed else { return nil }
      operation.epoch = nil
      return operation
    }
    return ClientMessage.push(Push(batch: push.batch, operations)).encoded()
  }
}

extension ServerMessage {
  /// What it would have understood.
  func asOlderClient() -> ServerMessage {
    switch self {
    case .page(var page):
      page.rows = page.rows.map(\.asOlderClient)
      return .page(page)
    case .changes(var changes):
      changes.rows = changes.rows.map(\.asOlderClient)
      return .changes(changes)
    default: return self
    }
  }
}

extension Row {
  fileprivate var asOlderClient: Row {
    var row = self
    row.alias = nil
    row.isPurged = false
    return row
  }
}
