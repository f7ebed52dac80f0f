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
    }
    return nil
  }
}
