package import Store
package import Wire

/// What the hub wants done, in order.
package enum HubOutput: Sendable {
  /// Send a message to one connection.
  case send(SessionID, EncodedMessage)
  /// Send one message, whose bytes all share, to many connections.
  case broadcast([SessionID], EncodedMessage)
  /// Close a connection once what was sent to it before is written. The hub has forgotten it.
  case close(SessionID, CloseCode, reason: String)
  /// Deliver `HubEvent.commit` after whatever is already waiting to be handled, unless enough for a commit
  /// waits (`SyncHub.isFull`): the pushes among it then share one fsync. Given once until that event comes.
  case commitDue
  /// Do not read from the connection: its pushes are waiting.
  case pauseReading(SessionID)
  /// Read from the connection again.
  case resumeReading(SessionID)
  /// A server edit is durable, with a result for each of its operations; or nothing of it is.
  case edited(Int, Result<[Ack.Result], StoreError>)
}

/// A message as it goes over the wire, encoded once for all who get it.
package struct EncodedMessage: Hashable, Sendable {
  /// The UTF-8 text. Copies share one buffer.
  package let bytes: [UInt8]
  /// Whether it is the ack of a push: for who measures how long that took.
  package let isAck: Bool
  /// Whether it is the answer to a pull: for who sees to it that nobody asks for more than is taken.
  package let isPage: Bool

  /// Takes the text of a message that is no ack.
  init(bytes: [UInt8], isPage: Bool = false) {
    self.bytes = bytes
    self.isPage = isPage
    isAck = false
  }

  /// Encodes `message`.
  init(_ message: ServerMessage) {
    self.bytes = message.encoded()
    isAck = if case .ack = message { true } else { false }
    isPage = false
  }

  /// Encodes the message of a page, whose rows are encoded already, as `Wire.Page` would.
  init(_ page: RowPage) {
    let message = ServerMessage.page(
      Page(from: page.from, to: page.to, head: page.head, rows: [], hasMore: page.more))
    self.init(bytes: message.encoded(with: page.rows), isPage: true)
  }

  /// Encodes the message of a commit, whose rows are encoded already, as `Wire.Changes` would.
  init(changes page: RowPage) {
    let message = ServerMessage.changes(Changes(from: page.from, to: page.to, rows: []))
    self.init(bytes: message.encoded(with: page.rows))
  }
}

extension ServerMessage {
  /// The text of a message that has no rows yet, with `rows` in it.
  fileprivate func encoded(with rows: [UInt8]) -> [UInt8] {
    var bytes = encoded()
    let empty = Array("\"rows\":[".utf8)
    guard
      let start = bytes.indices.first(where: { bytes[$0...].starts(with: empty) })
    else { preconditionFailure("A message without rows says so.") }
    bytes.insert(contentsOf: rows, at: start + empty.count)
    return bytes
  }
}
