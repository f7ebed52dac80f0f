extension JSONValue {
  /// Reads exactly one JSON value (RFC 8259) from UTF-8 `bytes`; white space may surround it.
  ///
  /// A member named twice keeps its last value, as `JSON.parse` does.
  /// - Parameters:
  ///   - bytes: The text.
  ///   - marksMax: How many marks may follow one another in a string. To compare texts, the standard library
  ///     puts them in order first, which takes as long as the square of their number.
  /// - Throws: `JSONError`, naming the first byte that is wrong.
  public init(
    parsing bytes: some Sequence<UInt8>, marksMax: Int = .max
  ) throws(JSONError) {
    var parser = JSONParser(bytes: Array(bytes), marksMax: marksMax)
    self = try parser.document()
  }

  /// Reads exactly one JSON value from `text`.
  /// - Throws: `JSONError`, naming the first byte that is wrong.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: text.utf8)
  }
}
