import Library

/// The client's name for a push: a whole number or a short text. The server repeats it in the
/// `ack` as it came and reads nothing into it.
public enum BatchName: Hashable, Sendable {
  /// A number, as our own clients count.
  case number(Int)
  /// A text of at most `Limits.nameByteCountMax` bytes.
  case text(String)
}

extension BatchName: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// A number.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension BatchName {
  init(_ members: Members, _ name: String) throws(WireError) {
    if case .int(let number) = members.object[name] {
      self = .number(number)
    } else if case .string = members.object[name] {
      self = .text(try members.text(name))
    } else if members.object[name] == nil {
      throw .missing(member: name)
    } else {
      throw .wrongType(member: name, expected: "a whole number or a text")
    }
  }

  var json: JSONValue {
    switch self {
    case .number(let number): .int(number)
    case .text(let text): .string(text)
    }
  }
}
