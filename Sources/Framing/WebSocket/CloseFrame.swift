/// The payload of a close frame (RFC 6455 §5.5.1): nothing, or a status and a reason.
struct CloseFrame: Equatable {
  var status: CloseStatus?
  var reason = ""

  init(status: CloseStatus?, reason: String) {
    self.status = status
    self.reason = reason
  }

  /// - Throws: `.malformedClose`, `.invalidCloseStatus` or `.invalidText`.
  init(payload: [UInt8]) throws(WebSocketError) {
    guard !payload.isEmpty else { return }
    guard payload.count >= 2 else { throw .malformedClose }
    let status = CloseStatus(UInt16(payload[0]) << 8 | UInt16(payload[1]))
    guard status.isValidOnWire else { throw .invalidCloseStatus }
    guard let reason = String(validating: payload[2...], as: UTF8.self) else { throw .invalidText }
    self.status = status
    self.reason = reason
  }

  /// The bytes to send. A reason too long for a control frame is cut between two characters.
  var payload: [UInt8] {
    guard let status else { return [] }
    var bytes = [UInt8(status.rawValue >> 8), UInt8(truncatingIfNeeded: status.rawValue)]
    for scalar in reason.unicodeScalars {
      let encoded = Array(String(scalar).utf8)
      guard bytes.count + encoded.count <= WebSocketLimits.controlPayloadByteCountMax else { break }
      bytes += encoded
    }
    return bytes
  }
}
