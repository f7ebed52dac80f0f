import Library

/// What the names stand for by which a file says how far its owner is with a book, where Dogear has no such
/// status: asked once, and remembered by the library (BOOKS §5).
package struct StatusAnswers: Hashable, Sendable {
  /// Of each name one of our statuses, or null for "none, it is a shelf like others".
  private var byName: JSONObject

  /// Makes answers, of which the JSON text of a request may be the source; nil where it is no object of
  /// our statuses and nulls.
  package init?(json text: String) {
    guard let members = (try? JSONValue(parsing: Array(text.utf8)))?.object,
      members.values.allSatisfy({ $0.isNull || $0.string.map(Schema.statuses.contains) ?? false })
    else { return nil }
    byName = members
  }

  private init(_ byName: JSONObject) { self.byName = byName }

  /// Nothing was answered.
  package static let none = StatusAnswers([:])

  /// Notes what `name` stands for: a status of ours, or `shelf`. False where `status` is neither.
  package mutating func note(_ status: String, of name: String) -> Bool {
    guard status == "shelf" || Schema.statuses.contains(status) else { return false }
    byName[name] = status == "shelf" ? .null : .string(status)
    return true
  }

  /// The JSON text that reads back as these answers.
  package var text: String { JSONValue.object(byName).canonicalText }

  /// What was answered of `name`, a status of ours or null; nil where nothing was.
  subscript(name: String) -> JSONValue? { byName[name] }

  /// These answers, and of what they leave open the `earlier` ones.
  func completed(by earlier: StatusAnswers) -> StatusAnswers {
    StatusAnswers(earlier.byName.merging(byName) { $1 })
  }
}

// MARK: Remembered

/// An answer is kept as a record of the import that it was given to, which is of no row.
extension StatusAnswers {
  private static let outcome = "status"

  /// What was answered at earlier imports from `source`.
  static func remembered(in library: LibrarySnapshot, of source: String) -> StatusAnswers {
    var byName: JSONObject = [:]
    for entity in library.entities.values where entity.key.kind == "importRow" {
      guard entity.fields["outcome"]?.string == outcome, entity.fields["source"]?.string == source,
        let name = entity.fields["raw"]?["name"]?.string
      else { continue }
      byName[name] = entity.fields["raw"]?["status"] ?? .null
    }
    return StatusAnswers(byName)
  }

  /// The change that remembers what `name` stands for in files of `source`; nil where nothing was answered.
  func record(of name: String, source: String, batch: String, in library: LibraryIndex) -> Change? {
    guard let status = byName[name] else { return nil }
    let key = EntityKey(kind: "importRow", id: "\(source)-status-\(StableID.digest(name))")
    let fields: JSONObject = [
      "batch": .string(batch), "source": .string(source), "outcome": .string(Self.outcome),
      "raw": ["name": .string(name), "status": status],
    ]
    let isKnown = library[key.kind, key.id] != nil
    return Change(key, life: isKnown ? .keep : .create, set: fields)
  }
}
