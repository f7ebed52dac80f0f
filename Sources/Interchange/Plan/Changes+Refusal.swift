import Library

extension [Change] {
  /// Why the library takes one of them under no circumstances; nil where it may take all.
  var refusal: Problem? {
    for change in self {
      do throws(Problem) {
        try Validation.check(change, device: Author.server)
      } catch {
        return error
      }
      if let problem = change.lack { return problem }
    }
    return nil
  }
}

extension Change {
  /// What is missing of what it makes: a plan makes only what the library does not have.
  fileprivate var lack: Problem? {
    guard life == .create else { return nil }
    let kind = entity.kind
    let field = Schema.requiredFields(of: kind).first { set[$0]?.isNull ?? true }
    return field.map { Problem(.missing, "A new \(kind) needs a \($0).", field: $0) }
  }
}
