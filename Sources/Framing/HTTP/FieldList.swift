import HTTPTypes

extension HTTPFields {
  /// The members of a field that is a comma-separated list, over all its lines, without empty ones
  /// (RFC 9110 §5.6.1).
  func list(_ name: HTTPField.Name) -> [String] {
    self[values: name].flatMap { value in
      value.utf8.split(separator: ASCII.comma).map(\.trimmed).filter { !$0.isEmpty }
        .map { String(Substring($0)) }
    }
  }

  /// Whether the list has this member, which is given in lower case.
  func list(_ name: HTTPField.Name, has member: String) -> Bool {
    list(name).contains { $0.isToken(member) }
  }
}
