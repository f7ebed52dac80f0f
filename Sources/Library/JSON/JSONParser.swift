/// A recursive descent over the bytes; depth is bounded, so the call stack is.
struct JSONParser {
  let bytes: [UInt8]
  var offset = 0
  private var depth = 0
  private let depthMax: Int
  private let marksMax: Int

  /// Members and elements read so far of every object and array still open, so that each of these is
  /// made once, in its final size.
  private var members: [JSONObject.Member] = []
  private var elements: [JSONValue] = []

  init(bytes: [UInt8], depthMax: Int = Limits.jsonDepthMax, marksMax: Int = .max) {
    self.bytes = bytes
    self.depthMax = depthMax
    self.marksMax = marksMax
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw .trailing(offset: offset) }
    return value
  }

  mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    switch try peek() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal(Self.trueBytes, .bool(true))
    case UInt8(ascii: "f"): return try literal(Self.falseBytes, .bool(false))
    case UInt8(ascii: "n"): return try literal(Self.nullBytes, .null)
    default: return try number()
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try open()
    let first = members.count
    skipSpace()
    if try peek() == UInt8(ascii: "}") {
      close()
      return .object([:])
    }
    while true {
      skipSpace()
      guard try peek() == UInt8(ascii: "\"") else { throw .unexpected(offset: offset) }
      let name = try string()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      let value = try value()
      members.append(JSONObject.Member(name, value))
      skipSpace()
      if try peek() == UInt8(ascii: "}") { break }
      try expect(UInt8(ascii: ","))
    }
    close()
    let own = Array(members[first...])
    members.removeLast(own.count)
    return .object(JSONObject(own) { _, last in last })
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try open()
    let first = elements.count
    skipSpace()
    if try peek() == UInt8(ascii: "]") {
      close()
      return .array([])
    }
    while true {
      let element = try value()
      elements.append(element)
      skipSpace()
      if try peek() == UInt8(ascii: "]") { break }
      try expect(UInt8(ascii: ","))
    }
    close()
    let own = Array(elements[first...])
    elements.removeLast(own.count)
    return .array(own)
  }

  private mutating func open() throws(JSONError) {
    depth += 1
    guard depth <= depthMax else { throw .tooDeep(offset: offset) }
    offset += 1
  }

  private mutating func close() {
    depth -= 1
    offset += 1
  }

  private static let trueBytes = Array("true".utf8)
  private static let falseBytes = Array("false".utf8)
  private static let nullBytes = Array("null".utf8)

  private mutating func literal(
    _ bytes: [UInt8], _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for byte in bytes { try expect(byte) }
    return value
  }

  // MARK: Strings

  mutating func string() throws(JSONError) -> String {
    let start = offset
    let first = start + 1
    let bytes = bytes
    let text = bytes.span
    var place = first
    // Of ASCII alone, or not.
    var all: UInt8 = 0
    while place < text.count {
      let byte = text[place]
      switch byte {
      case UInt8(ascii: "\""):
        offset = place + 1
        let part = text.extracting(first..<place)
        guard all < 0x80 else { return try self.text(part, start: start) }
        return unsafe String(copying: UTF8Span(unchecked: part, isKnownASCII: true))
      case UInt8(ascii: "\\"):
        offset = place
        return try escapedString(first: first, start: start)
      case 0..<0x20: throw .unexpected(offset: place)
      default:
        all |= byte
        place += 1
      }
    }
    throw .truncated
  }

  /// A string with an escape in it, from that escape on; `first` is where its text begins.
  private mutating func escapedString(first: Int, start: Int) throws(JSONError) -> String {
    var decoded = Array(bytes[first..<offset])
    while true {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return try text(decoded.span, start: start)
      case UInt8(ascii: "\\"):
        decoded.append(contentsOf: String(try escape(start: start)).utf8)
      case 0..<0x20:
        throw .unexpected(offset: offset)
      default:
        decoded.append(byte)
        offset += 1
      }
    }
  }

  private func text(_ utf8: Span<UInt8>, start: Int) throws(JSONError) -> String {
    let text: String
    do {
      // Not String(validating:as:), which looks the encoding up at run time, for every string.
      text = String(copying: try UTF8Span(validating: utf8))
    } catch {
      throw .invalidText(offset: start)
    }
    guard !isCrowded(text) else { throw .crowdedText(offset: start) }
    return text
  }

  private func isCrowded(_ text: String) -> Bool {
    // No mark takes less than two bytes.
    guard text.utf8.count / 2 > marksMax else { return false }
    var count = 0
    for scalar in text.unicodeScalars {
      let isMark =
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      count = isMark ? count + 1 : 0
      if count > marksMax { return true }
    }
    return false
  }

  private mutating func escape(start: Int) throws(JSONError) -> Unicode.Scalar {
    offset += 1
    let byte = try peek()
    offset += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try escapedScalar(start: start)
    default: throw .unexpected(offset: offset - 1)
    }
  }

  /// `\uXXXX`, or the two of a surrogate pair (RFC 8259 §7).
  private mutating func escapedScalar(start: Int) throws(JSONError) -> Unicode.Scalar {
    let high = try hexadecimal()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00 else { throw .invalidText(offset: start) }
    try expect(UInt8(ascii: "\\"))
    try expect(UInt8(ascii: "u"))
    let low = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    else { throw .invalidText(offset: start) }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      let byte = try peek()
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw .unexpected(offset: offset)
      }
      code = code << 4 | UInt32(digit)
      offset += 1
    }
    return code
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = offset
    if try peek() == UInt8(ascii: "-") { offset += 1 }
    if try peek() == UInt8(ascii: "0") { offset += 1 } else { try digits() }
    if let small = smallInteger(from: start) { return .int(small) }
    var isWhole = true
    if current == UInt8(ascii: ".") {
      isWhole = false
      offset += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isWhole = false
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let int = Int(text), int.magnitude <= JSONValue.integerMax { return .int(int) }
    guard let number = Double(text), number.isFinite else { throw .numberOutOfRange(offset: start) }
    return JSONValue(number: number)
  }

  /// The whole number that ends at `offset`, when it has few digits and nothing follows that makes it
  /// another: nearly every number there is.
  private func smallInteger(from start: Int) -> Int? {
    switch current {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
    default: break
    }
    guard offset - start <= 15 else { return nil }
    var number = 0
    for byte in bytes[start..<offset] where byte != UInt8(ascii: "-") {
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return bytes[start] == UInt8(ascii: "-") ? -number : number
  }

  private mutating func digits() throws(JSONError) {
    guard isDigit(try peek()) else { throw .unexpected(offset: offset) }
    while let byte = current, isDigit(byte) { offset += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Bytes

  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func peek() throws(JSONError) -> UInt8 {
    guard offset < bytes.count else { throw .truncated }
    return bytes[offset]
  }

  mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard try peek() == byte else { throw .unexpected(offset: offset) }
    offset += 1
  }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }
}
