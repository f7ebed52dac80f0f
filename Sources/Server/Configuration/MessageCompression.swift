package import Framing

/// How messages over WebSocket are compressed (permessage-deflate, RFC 7692), where a client offers it.
package enum MessageCompression: String, Hashable, Sendable, CaseIterable {
  /// Not at all.
  case none
  /// Each by itself: a silent connection holds no memory for it, and what goes to many is compressed
  /// once.
  case message
  /// Each by what went before it on the same connection: smaller, and dearer for every connection.
  case connection

  /// What is agreed to; nil for nothing.
  package var policy: DeflatePolicy? {
    guard self != .none else { return nil }
    var policy = DeflatePolicy()
    policy.keepsServerContext = self == .connection
    policy.keepsClientContext = self == .connection
    return policy
  }
}
