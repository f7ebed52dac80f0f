extension FieldType {
  /// Checks that `value`, which is not null, is of this type.
  /// - Throws: `Problem.Code.invalid`, naming `place` and saying what it must be.
  func check(_ value: JSONValue, at place: Place) throws(Problem) {
    switch self {
    case .list(let type, let max): try Self.check(list: value, of: type, max: max, at: place)
    case .object(let members): try Self.check(object: value, members, at: place)
    case .line(let range): try Self.check(line: value, range, at: place)
    case .longText(let max): try Self.check(longText: value, max: max, at: place)
    case .anyObject:
      guard value.object != nil else { throw place.invalid("be an object") }
      try Self.checkSize(of: value, at: place)
    case .any, .set: try Self.checkSize(of: value, at: place)
    default:
      guard accepts(value) else { throw place.invalid("be " + requirement) }
    }
  }

  /// Whether `value` is of this type, for types whose values have no parts.
  private func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .integer(let range): value.int.map(range.contains) ?? false
    case .number(let range): value.number.map(range.contains) ?? false
    case .amount: value.number.map { $0 >= 0 } ?? value.string.map(Self.isDecimal) ?? false
    case .currency: value.string.map(Self.isCurrency) ?? false
    case .flag: value.bool != nil
    case .choice(let words): value.string.map(words.contains) ?? false
    case .partialDate: value.string.map { PartialDate($0) != nil } ?? false
    case .identifier: value.string.map(Identifier.isValid) ?? false
    case .fractionalKey: value.string.map(FractionalKey.isValid) ?? false
    case .languageTag: value.string.map(LanguageTag.isValid) ?? false
    default: true
    }
  }

  /// What a value must be, to follow “must be”.
  private var requirement: String {
    switch self {
    case .integer(let range):
      range.upperBound == JSONValue.integerMax
        ? "a whole number of at least \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range) where range.upperBound == Double(JSONValue.integerMax):
      "a number of at least \(JSONValue(number: range.lowerBound).canonicalText)"
    case .number(let range):
      "a number from \(JSONValue(number: range.lowerBound).canonicalText) to "
        + JSONValue(number: range.upperBound).canonicalText
    case .amount: "a number of at least 0, or its decimal text, such as 12.50"
    case .currency: "three capital letters, such as EUR"
    case .flag: "true or false"
    case .choice(let words):
      "one of " + words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    case .partialDate: "a date of the calendar: YYYY, YYYY-MM or YYYY-MM-DD"
    case .identifier: "an id of 1 to \(Limits.identifierLengthMax) letters, digits, - and _"
    case .fractionalKey: "1 to \(Limits.fractionalKeyLengthMax) letters and digits"
    case .languageTag: "a language tag, such as en or pt-BR"
    default: "something else"
    }
  }

  private static func check(
    list value: JSONValue, of type: FieldType, max: Int, at place: Place
  ) throws(Problem) {
    guard let items = value.array else { throw place.invalid("be a list") }
    guard items.count <= max else {
      throw place.invalid("have at most \(max) items, not \(items.count)")
    }
    for (index, item) in items.enumerated() { try type.check(item, at: place.item(index)) }
  }

  private static func check(
    object value: JSONValue, _ members: [Member], at place: Place
  ) throws(Problem) {
    guard let object = value.object else { throw place.invalid("be an object") }
    for member in members {
      let value = object[member.name] ?? .null
      if !value.isNull {
        try member.type.check(value, at: place.member(member.name))
      } else if member.isRequired {
        throw place.member(member.name).invalid("not be empty")
      }
    }
    // Members nobody here knows pass, but not without bound.
    if object.count > members.count { try checkSize(of: value, at: place) }
  }

  private static func check(
    line value: JSONValue, _ range: ClosedRange<Int>, at place: Place
  ) throws(Problem) {
    guard let text = value.string else { throw place.invalid("be text") }
    if range.lowerBound > 0, text.unicodeScalars.allSatisfy(isSpace) {
      throw place.invalid("not be empty")
    }
    try check(length: text, max: range.upperBound, at: place)
    guard
      isPrintableASCII(text)
        || !text.unicodeScalars.contains(where: { isControl($0) || isLineSeparator($0) })
    else { throw place.invalid("be on one line and without control characters") }
  }

  private static func check(
    longText value: JSONValue, max: Int, at place: Place
  ) throws(Problem) {
    guard let text = value.string else { throw place.invalid("be text") }
    try check(length: text, max: max, at: place)
    let isClean =
      isPrintableASCII(text)
      || text.unicodeScalars.allSatisfy {
        !isControl($0) || $0 == "\n" || $0 == "\r" || $0 == "\t"
      }
    guard isClean else { throw place.invalid("be without control characters") }
  }

  private static func check(length text: String, max: Int, at place: Place) throws(Problem) {
    // No scalar takes less than a byte.
    guard text.utf8.count > max else { return }
    let count = text.unicodeScalars.count
    guard count <= max else {
      throw place.invalid("have at most \(max) characters, not \(count)")
    }
  }

  private static func checkSize(of value: JSONValue, at place: Place) throws(Problem) {
    let max = Limits.valueByteCountMax
    guard value.canonicalBytes.count <= max else {
      throw place.invalid("take at most \(max) bytes")
    }
    guard isNested(value, atMost: Limits.valueDepthMax) else {
      throw place.invalid("nest at most \(Limits.valueDepthMax) lists and objects")
    }
  }

  private static func isNested(_ value: JSONValue, atMost depth: Int) -> Bool {
    switch value {
    case .array(let elements):
      depth > 0 && elements.allSatisfy { isNested($0, atMost: depth - 1) }
    case .object(let members):
      depth > 0 && members.values.allSatisfy { isNested($0, atMost: depth - 1) }
    default: true
    }
  }

  /// Whether `text` is of those characters that most texts are of, which need no further look.
  private static func isPrintableASCII(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    for index in 0..<bytes.count where bytes[index] < 0x20 || bytes[index] >= 0x7F { return false }
    return true
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    // Nearly every text begins with a letter of ASCII, for which no table need be asked.
    scalar.isASCII
      ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
  }

  /// The control characters C0, delete and C1.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  private static func isLineSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  private static func isDecimal(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return (1...2).contains(parts.count) && text.utf8.count <= 20
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }

  private static func isCurrency(_ text: String) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
