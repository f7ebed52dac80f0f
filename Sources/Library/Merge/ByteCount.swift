extension Change {
  /// What the values that it writes take as canonical JSON, in bytes.
  var byteCount: Int {
    var count = JSONValue.canonicalByteCount(of: self.set)
    add.forEachMember { _, elements in count += JSONValue.canonicalByteCount(of: elements) }
    return count
  }
}

extension EntityState {
  /// What its fields take in a message, in bytes: all that it holds, shown or not. What stays in its stored
  /// text is counted there: thousands of edits of a book that holds much may come in one push.
  package var byteCount: Int { registers.byteCount + sets.byteCount }

  /// No less than `byteCount` of what changes may be written to, and at hand: what the text takes that it was
  /// read from, and all that was written to it since, in bytes.
  var weight: Int {
    get { registers.weight }
    _modify { yield &registers.weight }
  }
}

/// What stands around a member of an object, at most: `"":,`.
let memberByteCount = 4

extension ElementState {
  /// What its name and the values of all adds take as a member, in bytes.
  var byteCount: Int {
    adds.reduce(name.utf8.count + memberByteCount) { $0 + $1.value.canonicalByteCount }
  }
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
    case .object(let members): Self.canonicalByteCount(of: members)
    case .int(let number): Self.canonicalByteCount(of: number)
    case .double: canonicalBytes.count
    }
  }

  fileprivate static func canonicalByteCount(of members: JSONObject) -> Int {
    var count = max(2, members.count + 1)
    members.forEachMember { name, value in
      count += canonicalByteCount(of: name) + 1 + value.canonicalByteCount
    }
    return count
  }

  private static func canonicalByteCount(of number: Int) -> Int {
    var (count, rest) = (number < 0 ? 2 : 1, number.magnitude / 10)
    while rest > 0 { (count, rest) = (count + 1, rest / 10) }
    return count
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
