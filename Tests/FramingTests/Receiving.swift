import Framing

extension ServerConnection {
  /// What comes of these bytes.
  mutating func receive(_ bytes: [UInt8]) -> [ConnectionAction] {
    var actions: [ConnectionAction] = []
    receive(bytes.span, into: &actions)
    return actions
  }

  /// What comes of this text.
  mutating func receive(_ text: String) -> [ConnectionAction] {
    receive(Array(text.utf8))
  }
}

extension WebSocketSession {
  /// What comes of these pieces, one after the other.
  mutating func receive(_ pieces: [[UInt8]]) -> [ConnectionAction] {
    var actions: [ConnectionAction] = []
    for piece in pieces { receive(piece.span, into: &actions) }
    return actions
  }
}
