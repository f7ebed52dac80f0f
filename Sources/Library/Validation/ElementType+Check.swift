extension ElementType {
  /// Checks that `name` can name an element of this type.
  /// - Throws: `Problem.Code.invalid`, naming `place` and saying what it must be.
  func check(_ name: String, at place: Place) throws(Problem) {
    switch self {
    case .tag:
      try FieldType.line(1...Limits.tagLengthMax).check(.string(name), at: place)
    case .bookIdentifier: try Self.check(bookIdentifier: name, at: place)
    case .entity: try FieldType.identifier.check(.string(name), at: place)
    case .day:
      guard PartialDate(name)?.day != nil else {
        throw place.invalid("be a day of the calendar: YYYY-MM-DD")
      }
    case .any:
      guard name.unicodeScalars.count <= Limits.elementLengthMax else {
        throw place.invalid("have at most \(Limits.elementLengthMax) characters")
      }
    }
  }

  /// `scheme:value`. An `isbn` must be one, in its 13 digits, or the same book would have two; the
  /// other schemes' values are whatever their services give out.
  private static func check(bookIdentifier name: String, at place: Place) throws(Problem) {
    // By bytes: a colon and a mark that combines with it are one character.
    let parts = name.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, isScheme(parts[0]), !parts[1].isEmpty else {
      throw place.invalid("be a scheme and a value, such as isbn:9780306406157 or olid:OL1M")
    }
    try FieldType.line(1...Limits.elementLengthMax).check(.string(name), at: place)
    if parts[0].elementsEqual("isbn".utf8), !ISBN.isValid13(String(Substring(parts[1]))) {
      throw place.invalid("be an ISBN of 13 digits whose check digit is right")
    }
  }

  private static func isScheme(_ text: Substring.UTF8View) -> Bool {
    text.count <= 32 && text.first.map(isLetter) ?? false
      && text.allSatisfy {
        isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
