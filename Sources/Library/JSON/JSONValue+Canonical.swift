extension JSONValue {
  /// The one text of this value: members sorted by Unicode scalar, no white space, the escapes of
  /// `JSON.stringify`, numbers as ECMAScript prints them. Swift and JavaScript agree to the byte
  /// (NAVIGATION §3.11, P11).
  public var canonicalText: String { String(decoding: canonicalBytes, as: UTF8.self) }

  /// `canonicalText` in UTF-8.
  public var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    appendCanonical(to: &bytes)
    return bytes
  }

  /// Appends `canonicalBytes` to `bytes`, for callers who build a larger message.
  public func appendCanonical(to bytes: inout [UInt8]) {
    switch self {
    case .null: Self.append(json: "null", to: &bytes)
    case .bool(let flag): Self.append(json: flag ? "true" : "false", to: &bytes)
    case .int(let number): Self.append(number, to: &bytes)
    case .double(let number): bytes.append(contentsOf: Self.ecmaScriptText(number).utf8)
    case .string(let text): Self.append(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        element.appendCanonical(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      members.forEachMember { name, value in
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        Self.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.appendCanonical(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends `text` as canonical JSON has it, in quotes.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let utf8 = text.utf8Span.span
    if isPlain(utf8) {
      append(utf8, to: &bytes)
    } else {
      appendEscaped(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends what `part` holds as it stands.
  static func append(_ part: Span<UInt8>, to bytes: inout [UInt8]) {
    unsafe part.withUnsafeBufferPointer { part in unsafe bytes.append(contentsOf: part) }
  }

  /// Appends `text`, which is JSON, as it stands.
  static func append(json text: StaticString, to bytes: inout [UInt8]) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends `number` in decimal digits.
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    guard number >= 10 else {
      if number >= 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(number))
      } else {
        bytes.append(contentsOf: String(number).utf8)
      }
      return
    }
    // From the last digit to the first; no number has more than 19.
    var digits = InlineArray<19, UInt8>(repeating: 0)
    var place = 19
    var rest = number
    while rest > 0 {
      place -= 1
      digits[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    append(digits.span.extracting(place..<19), to: &bytes)
  }

  /// Whether nothing in a text needs an escape: so it is with nearly every one.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
    }
    return true
  }

  private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\"")])
      case UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\\")])
      case 0x08: bytes.append(contentsOf: "\\b".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0C: bytes.append(contentsOf: "\\f".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
        bytes.append(contentsOf: digits.utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// `Number::toString` of ECMA-262 §6.1.6.1.20, from the shortest digits that Swift prints.
  private static func ecmaScriptText(_ number: Double) -> String {
    guard number != 0, number.isFinite else { return "0" }
    let text = number.magnitude.description
    let parts = text.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    var digits = String(mantissa[0])
    // `pointPosition` is n of the standard: the value is 0.digits × 10ⁿ.
    var pointPosition = digits.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    if mantissa.count > 1 { digits += mantissa[1] }
    let leadingZeros = digits.prefix { $0 == "0" }.count
    digits.removeFirst(leadingZeros)
    pointPosition -= leadingZeros
    while digits.last == "0" { digits.removeLast() }
    let sign = number < 0 ? "-" : ""
    switch pointPosition {
    case digits.count...21:
      return sign + digits + String(repeating: "0", count: pointPosition - digits.count)
    case 1..<digits.count where pointPosition <= 21:
      return sign + digits.prefix(pointPosition) + "." + digits.dropFirst(pointPosition)
    case -5...0:
      return sign + "0." + String(repeating: "0", count: -pointPosition) + digits
    default:
      let exponent = pointPosition - 1
      let tail = digits.count > 1 ? "." + digits.dropFirst() : ""
      return sign + digits.prefix(1) + tail + "e" + (exponent < 0 ? "-" : "+")
        + String(exponent.magnitude)
    }
  }
}
