import HTTPTypes

extension HTTPField {
  /// A field line (RFC 9112 §5), checked.
  ///
  /// - Throws: `.foldedField` for a line that goes on with the one before (§5.2), `.malformedField`
  ///   for white space before the colon (§5.1), a name that is no token, and control characters.
  init(line: [UInt8]) throws(RequestError) {
    if line.first == ASCII.space || line.first == ASCII.tab { throw .foldedField }
    guard let colon = line.firstIndex(of: ASCII.colon) else { throw .malformedField }
    let value = line[(colon + 1)...].trimmed
    guard value.allSatisfy(\.isFieldCharacter),
      let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
    else { throw .malformedField }
    self.init(name: name, value: Array(value))
  }
}
