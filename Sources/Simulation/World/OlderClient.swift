import Library
import Wire

// An older client of the same protocol: it has never heard of aliases and of purges. What an op's base
// counts in it must say like everyone: who keeps ops through a restore cannot do without.

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
