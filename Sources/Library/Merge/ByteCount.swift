extension Change {
  /// What the values that it writes take as canonical JSON, in bytes.
  var byteCount: Int {
    JSONValue.object(self.set).canonicalByteCount
      + add.values.reduce(0) { $0 + JSONValue.object($1).canonicalByteCount }
  }
}

extension EntityState {
  /// What its values take as they are stored, in bytes: all that it holds, shown or not. What stays in its stored
  /// text is counted there: thousands of edits of a book that holds much may come in one push.
  package var byteCount: Int { registers.byteCount + sets.byteCount }
}

extension ElementState {
  /// What its name and the values of all adds take, in bytes.
  var byteCount: Int { adds.reduce(name.utf8.count) { $0 + $1.value.canonicalByteCount } }
}

extension JSONValue {
  /// How many bytes `canonicalBytes` has.
  var canonicalByteCount: Int {
    switch self {
    case .null: 4
    case .bool(let flag): flag ? 4 : 5
    case .string(let text): Self.canonicalByteCount(of: text)
    case .array(let elements):
      elements.reduce(max(2, elements.count + 1)) { $0 + $1.canonicalByteCount }
    case .object(let members):
      members.reduce(max(2, members.count + 1)) {
        $0 + Self.canonicalByteCount(of: $1.key) + 1 + $1.value.canonicalByteCount
      }
    case .int, .double: canonicalBytes.count
    }
  }

  private static func canonicalByteCount(of text: String) -> Int {
    let bytes = text.utf8Span.span
    var count = bytes.count + 2
    for index in 0..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count += 1
      case 0..<0x20: count += 5
      default: break
      }
    }
    return count
  }
}
