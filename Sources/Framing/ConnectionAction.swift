/// What a connection's owner must do next, in this order. Framing itself does no I/O.
package enum ConnectionAction: Hashable, Sendable {
  /// A whole HTTP request: answer it by `respond` or `upgrade`; until then no more is parsed.
  indirect case request(Request)

  /// The request breaks a rule or a limit. Its answer follows as `write` and `finish`.
  case refused(RequestError)

  /// The request has a body that `BodyRule` refuses with this status. Its answer follows as `write` and
  /// `finish`.
  case bodyRefused(Int)

  /// A whole WebSocket message.
  case message(Message)

  /// The peer answered a ping, or sent a pong nobody asked for.
  case pong([UInt8])

  /// The peer broke the protocol: nothing more is read. Call `close(error.status, …)`, after a last
  /// message perhaps.
  case failed(WebSocketError)

  /// The closing handshake is over; the status is what the peer's close frame carried, if any.
  case closed(CloseStatus?)

  /// Send these bytes after everything sent before.
  case write([UInt8])

  /// Nothing more will be sent: once everything is out, end our side of the stream, read and throw
  /// away what comes until the peer ends its side, close.
  case finish

  /// The peer ended the stream in the middle of something: drop the connection.
  case cutOff
}
