import Library

/// What a row adds to a book that is there already: blank fields, and fields that hold what an
/// earlier import put there and nobody has edited since. A status never goes back (BOOKS §5).
struct BookUpdate {
  /// What the row says now.
  let draft: Draft
  /// What the row said when it was last imported; nil when it never was.
  let earlier: Draft?
  /// The book as it stands.
  let book: LibraryEntity

  /// The change, without shelves; nil when there is nothing to change.
  var change: Change? {
    var change = Change(book.key, set: newFields)
    add(draft.identifiers, besides: earlier?.identifiers, to: "identifiers", of: &change) { $0 }
    add(draft.tags, besides: earlier?.tags, to: "tags", of: &change, as: Folding.name)
    return change == Change(book.key) ? nil : change
  }

  /// Adds to a set what the row names and neither the book has nor the row named before; `fold` makes one
  /// of two spellings.
  private func add(
    _ elements: [String], besides earlier: [String]?, to field: String, of change: inout Change,
    as fold: (String) -> String
  ) {
    let current = (book.sets[field] ?? [:]).keys.map(fold)
    let known = Set(current + (earlier ?? []).map(fold))
    // More than a set may hold the library would not take, and the row would not come in.
    let room = max(0, Library.Limits.elementsPerSetMax - current.count)
    let new = elements.filter { !known.contains(fold($0)) }.prefix(room)
    if !new.isEmpty {
      change.add[field] = JSONObject(new.map { ($0, .null) }) { first, _ in first }
    }
  }

  /// Shelves that the row names and that it did not name before.
  var newPlaces: [Draft.Place] {
    let known = Set((earlier?.places ?? []).map { Folding.name($0.shelf) })
    return draft.places.filter { !known.contains(Folding.name($0.shelf)) }
  }

  private var newFields: JSONObject {
    var fields: JSONObject = [:]
    for (field, value) in draft.fields where value != earlier?.fields[field] {
      let current = book.fields[field] ?? .null
      guard Self.isBlank(current, of: field) || current == earlier?.fields[field],
        current != value
      else {
        continue
      }
      if field == "status", Self.rank(value) < Self.rank(current) { continue }
      fields[field] = value
    }
    return fields
  }

  /// Whether `value` says nothing. Goodreads writes 0 copies where nobody counted any: what another
  /// program knows is taken, whichever comes first.
  private static func isBlank(_ value: JSONValue, of field: String) -> Bool {
    value.isNull || value == .string("") || value == .array([]) || field == "owned" && value == 0
  }

  /// How far along a status is. Of those in the middle each may follow the others: a book is put aside or
  /// given up, and taken up again.
  private static func rank(_ status: JSONValue) -> Int {
    switch status.string {
    case "toRead": 1
    case "reading", "paused", "abandoned": 2
    case "read": 3
    default: 0
    }
  }
}
