/// The version of protocol `dogear.v1` that this code speaks.
///
/// A change to what messages mean or hold raises it and adds a line to `protocolHistory`; a test
/// holds the wire vectors to the newest line, so that no change slips out unannounced. Members and
/// message types that a peer may ignore need no new version, only a new line's hash.
public let protocolVersion = 1

/// The oldest version still spoken; below it a client is told to update (close code 4409).
public let protocolVersionMin = 1

/// What each version brought, and the hash of the wire vectors that pin it.
public let protocolHistory: [ProtocolRevision] = [
  ProtocolRevision(
    version: 1, vectors: "acd38b12608174ef",
    brought: "hello, welcome, pull, page, changes, behind, push, ack, ping, pong, error; "
      + "aliases and purges in rows, epochs in operations; scenes and links; the server's own clock"
  )
]

/// One line of the protocol's history.
public struct ProtocolRevision: Hashable, Sendable {
  /// The version it made.
  public let version: Int
  /// FNV-1a (64 bits, hexadecimal) over the canonical text of the wire vectors.
  public let vectors: String
  /// What it brought.
  public let brought: String
}

/// The name of the protocol in `Sec-WebSocket-Protocol` (SYNC §3).
public let subprotocol = "dogear.v1"
