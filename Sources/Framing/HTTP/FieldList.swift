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

  /// Whether the list has this member, which is given in lower case. Every request is asked for some, and
  /// may have thousands: nothing is made of each, and they are looked at in an array, a text being ten times
  /// as slow to walk through.
  func list(_ name: HTTPField.Name, has member: String) -> Bool {
    self[values: name].contains { value in
      var rest = Array(value.utf8)[...]
      while !rest.isEmpty {
        let part = rest.prefix { $0 != ASCII.comma }
        if part.trimmed.isToken(member) { return true }
        rest = rest[part.endIndex...].dropFirst()
      }
      return false
    }
  }
}
