import Library

/// The fields of a book that others have written: one that the schema refuses is left out, and the others
/// stay.
struct CheckedFields: Sendable {
  private var fields: JSONObject = [:]

  var hasTitle: Bool { fields["title"] != nil }

  /// Sets `field`, unless there is nothing to set or the schema refuses it.
  mutating func set(_ field: String, _ value: JSONValue?) {
    guard let value, !value.isNull else { return }
    let change = Change(Self.any, set: [field: value])
    guard (try? Validation.check(change, device: "")) != nil else { return }
    fields[field] = value
  }

  /// The book; nil without a title. Of `identifiers` those are kept that the schema takes.
  func book(_ id: OpenLibraryID, identifiers: [String], isbns: [String]) -> FoundBook? {
    guard hasTitle else { return nil }
    let taken = Cleaned.unique(identifiers).filter { name in
      let change = Change(Self.any, add: ["identifiers": [name: .null]])
      return (try? Validation.check(change, device: "")) != nil
    }
    return FoundBook(id: id, fields: fields, identifiers: taken, isbns: isbns)
  }

  private static let any = EntityKey(kind: "book", id: "any")
}
