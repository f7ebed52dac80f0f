package import HTTPTypes

/// Bounds of one HTTP/1.1 request. Each names the answer given beyond it.
package struct HTTPLimits: Sendable {
  /// Method, target and version, in bytes. RFC 9112 §3 recommends 8,000 at least. Beyond: 414.
  package var requestLineByteCountMax = 8_192

  /// All field lines of a head or of trailers, in bytes: four times what browsers with a cookie of
  /// ours send. Beyond: 431.
  package var fieldsByteCountMax = 16_384

  /// Field lines of a head or of trailers. Browsers send about 20. Beyond: 431.
  package var fieldCountMax = 100

  /// One chunk-size line with its extensions, in bytes; nobody sends extensions. Beyond: 400.
  package var chunkLineByteCountMax = 256

  /// What is done with the body that a request with this head announces.
  package var bodyRule: @Sendable (HTTPRequest) -> BodyRule

  /// Limits that allow every request a body of this many bytes.
  package init(bodyByteCountMax: Int = 1 << 20) {
    bodyRule = { _ in .read(atMost: bodyByteCountMax) }
  }

  /// Limits that ask for each body: an upload route may allow more than the others.
  package init(bodyRule: @escaping @Sendable (HTTPRequest) -> BodyRule) {
    self.bodyRule = bodyRule
  }
}

/// Bounds of one WebSocket connection.
package struct WebSocketLimits: Sendable {
  /// A control frame's payload, in bytes (RFC 6455 §5.5). Beyond: close 1002.
  package static let controlPayloadByteCountMax = 125

  /// The body of an answer that opens no WebSocket, in bytes: a sentence or a little JSON. Beyond:
  /// `ResponseError.tooLarge`.
  static let refusalByteCountMax = 64 << 10

  /// One message, fragments put together, in bytes; known from the header, or while it is
  /// inflated, so that what is too large is never stored. Beyond: close 1009.
  package var messageByteCountMax: Int

  /// What of permessage-deflate is agreed to; nil for nothing of it.
  package var deflate: DeflatePolicy? = DeflatePolicy()

  /// Limits with messages of at most this many bytes: the default is four times the largest push
  /// (SYNC §3).
  package init(messageByteCountMax: Int = 1 << 20) {
    self.messageByteCountMax = messageByteCountMax
  }
}

/// Bounds of permessage-deflate (RFC 7692).
package enum DeflateLimits {
  /// The base-2 logarithm of the smallest window that can be agreed on (§7.1.2).
  static let windowBitsMin = 8

  /// The base-2 logarithm of DEFLATE's largest window.
  package static let windowBitsMax = 15

  /// Bytes of one connection's messages that are inflated, all together, before others have their turn: as
  /// many as the largest push has. A thousandth of that may have come over the line, and to read what it says
  /// takes some 10 ms.
  static let turnByteCountMax = 256 << 10

  /// Bytes that are inflated at a time, and then copied to their message.
  static let stepByteCount = 16 << 10

  /// Inflaters that a loop keeps for the next compressed message (40 KiB each). More are needed only
  /// while so many messages are each under way in several reads.
  static let idleInflaterCountMax = 4

  /// zlib's fastest level. Of 64 KiB of changes it makes 18.6 kB in 0.3 ms; level 6 makes 16.2 kB in
  /// 1.1 ms, for each device that catches up.
  static let level: Int32 = 1

  /// Payloads from this size on are compressed, in bytes. Of 1,024 bytes of changes 393 are left, for
  /// 12 µs: as much as two or three writes. What is smaller goes in one packet either way, and shrinks
  /// less (256 bytes to 183, for 8 µs).
  package static let payloadByteCountMin = 1_024
}
