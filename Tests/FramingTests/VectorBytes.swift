import Library

/// Bytes as the vectors write them: `{"hex": …}`, `{"text": …}`, `{"repeat": HEX, "count": N}`, or
/// `{"parts": […]}` of these.
enum VectorBytes {
  struct Malformed: Error { let value: JSONValue }

  static func read(_ value: JSONValue?) throws -> [UInt8] {
    if let hex = value?["hex"]?.string { return self.hex(hex) }
    if let text = value?["text"]?.string { return Array(text.utf8) }
    if let unit = value?["repeat"]?.string, let count = value?["count"]?.int {
      return [[UInt8]](repeating: hex(unit), count: count).flatMap { $0 }
    }
    if let parts = value?["parts"]?.array { return try parts.flatMap(read) }
    throw Malformed(value: value ?? .null)
  }

  /// A payload: a string as it stands (`decode` says how), or one of the forms above.
  static func payload(_ value: JSONValue?, decode: (String) -> [UInt8]) throws -> [UInt8] {
    if let string = value?.string { return decode(string) }
    return try read(value)
  }

  static func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
