extension JSONValue {
  /// Reads exactly one JSON value (RFC 8259) from UTF-8 `bytes`; white space may surround it.
  ///
  /// A member named twice keeps its last value, as `JSON.parse` does.
  /// - Throws: `JSONError`, naming the first byte that is wrong.
  public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
    var parser = JSONParser(bytes: Array(bytes))
    self = try parser.document()
  }

  /// Reads exactly one JSON value from `text`.
  /// - Throws: `JSONError`, naming the first byte that is wrong.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: text.utf8)
  }
}
