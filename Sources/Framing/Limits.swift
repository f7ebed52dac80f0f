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

  /// The bytes that the body of a request with this head may have, asked as soon as the head is
  /// read and before `100 Continue` is given. Beyond: 413, without the body having been read.
  package var bodyByteCountMax: @Sendable (HTTPRequest) -> Int

  /// Limits that allow every request a body of this many bytes.
  package init(bodyByteCountMax: Int = 1 << 20) {
    self.bodyByteCountMax = { _ in bodyByteCountMax }
  }

  /// Limits that ask for each request: an upload route may allow more than the others.
  package init(bodyByteCountMax: @escaping @Sendable (HTTPRequest) -> Int) {
    self.bodyByteCountMax = bodyByteCountMax
  }
}

/// Bounds of one WebSocket connection.
package struct WebSocketLimits: Sendable {
  /// A control frame's payload, in bytes (RFC 6455 §5.5). Beyond: close 1002.
  package static let controlPayloadByteCountMax = 125

  /// A close frame's reason: the payload of a control frame without its status code, in bytes.
  package static let closeReasonByteCountMax = controlPayloadByteCountMax - 2

  /// One message, fragments put together, in bytes; known from the header, so that what is too large
  /// is never stored. Beyond: close 1009.
  package var messageByteCountMax: Int

  /// Limits with messages of at most this many bytes: the default is four times the largest push
  /// (SYNC §3).
  package init(messageByteCountMax: Int = 1 << 20) {
    self.messageByteCountMax = messageByteCountMax
  }
}
