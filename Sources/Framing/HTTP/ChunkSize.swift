/// The size line of a chunk (RFC 9112 §7.1).
enum ChunkSize {
  /// The size, in hexadecimal; extensions are ignored, as they must be (§7.1.1). White space may stand
  /// before an extension only: programs disagree on what it means alone.
  ///
  /// - Throws: `.malformedChunk`.
  static func read(_ line: [UInt8]) throws(RequestError) -> Int {
    let digits = line.prefix { $0.hexDigitValue != nil }
    let rest = line.dropFirst(digits.count)
    guard !digits.isEmpty, digits.count <= 15, rest.allSatisfy(\.isFieldCharacter),
      rest.isEmpty || rest.trimmed.first == ASCII.semicolon
    else { throw .malformedChunk }
    return digits.reduce(0) { $0 << 4 | ($1.hexDigitValue ?? 0) }
  }
}
