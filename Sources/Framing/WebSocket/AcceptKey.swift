/// The proof that a server has understood the opening handshake (RFC 6455 §4.2.2).
enum AcceptKey {
  /// `Sec-WebSocket-Accept` for a `Sec-WebSocket-Key`.
  static func answer(to key: String) -> String {
    base64(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }

  /// Whether a key is 16 bytes in base64 (§4.1): 22 characters, the last of them carrying four bits
  /// of padding, and two equals signs.
  static func isWellFormed(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    guard bytes.count == 24, bytes[22] == padding, bytes[23] == padding else { return false }
    return bytes[..<22].allSatisfy(alphabet.contains)
  }

  private static let padding = UInt8(ascii: "=")
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// RFC 4648 §4.
  static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 0x3F] : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
