package import Library
package import Store
package import Wire

/// What happens to the hub, one at a time.
package enum HubEvent: Sendable {
  /// A connection was upgraded. `secret` is the hash of the token in its `Authorization` header or
  /// its cookie; nil when it had neither.
  case connected(SessionID, secret: SecretHash?)
  /// A message of `byteCount` bytes came. `secret` is the hash of `hello.token`, where the message
  /// is a hello that has one.
  case received(SessionID, ClientMessage, byteCount: Int, secret: SecretHash?)
  /// The connection is gone, whoever closed it.
  case disconnected(SessionID)
  /// What waits to be written to the connection is over its limit.
  case congested(SessionID)
  /// It has all been written.
  case drained(SessionID)
  /// The server itself edits a library: an import, the starter books.
  case edit(ServerEdit)
  /// `HubOutput.commitDue` has come due.
  case commit
  /// Time has passed: about once a second.
  case tick
}

/// Operations of the server itself, applied in order, each for itself, in one commit.
///
/// They go the way of every push: the same merge, log and fan-out, by the author `Author.server`, or by a
/// device that speaks no protocol of ours, on whose behalf the server makes them.
package struct ServerEdit: Sendable {
  /// One operation.
  package struct Item: Sendable {
    /// A fresh random id.
    package var id: String
    /// 1…64 changes that apply together or not at all.
    package var changes: [Change]

    /// Makes an operation.
    package init(id: String, changes: [Change]) {
      self.id = id
      self.changes = changes
    }
  }

  /// The caller's name for the edit, which `HubOutput.edited` repeats.
  package var id: Int
  /// The library.
  package var library: String
  /// What the caller had seen when it planned the edit; nil stands for everything.
  package var base: Int?
  /// Whose edit it is.
  package var device: String
  /// At most `Limits.commitOperationCountMax` operations.
  package var items: [Item]

  /// Makes an edit.
  package init(
    id: Int, library: String, base: Int?, items: [Item], by device: String = Author.server
  ) {
    precondition(
      items.count <= Limits.commitOperationCountMax, "An edit fits one commit; make several.")
    self.id = id
    self.library = library
    self.base = base
    self.device = device
    self.items = items
  }
}
