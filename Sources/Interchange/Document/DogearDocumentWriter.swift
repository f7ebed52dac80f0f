import Library

/// Writes Dogear's own export piece by piece, so that a library is never in memory as text.
///
/// Lossless: every entity with every field and element, those in Trash, import rows, conflicts and
/// kinds of a later version included. What it leaves out is history: stamps and authors.
package struct DogearDocumentWriter: Sendable {
  private var isFirst = true

  /// Makes a writer; `head` comes first.
  package init() {}

  /// The document's first line.
  package var head: [UInt8] {
    Array(#"{"format":"dogear","version":\#(DogearDocument.version),"entities":["#.utf8)
  }

  /// The next line. Entities may come in any order.
  package mutating func line(_ entity: LibraryEntity) -> [UInt8] {
    var members: JSONObject = [
      "e": .string(entity.key.kind), "id": .string(entity.key.id),
    ]
    if !entity.fields.isEmpty { members["set"] = .object(entity.fields) }
    let sets = entity.sets.filter { !$0.value.isEmpty }
    if !sets.isEmpty { members["add"] = .object(sets.mapValues(JSONValue.object)) }
    if entity.isDeleted { members["deleted"] = true }
    var bytes = Array((isFirst ? "\n" : ",\n").utf8)
    isFirst = false
    JSONValue.object(members).appendCanonical(to: &bytes)
    return bytes
  }

  /// The document's end.
  package var tail: [UInt8] { Array("\n]}\n".utf8) }

  /// A whole document of `library`, ordered by kind and id, so that two exports compare.
  package static func document(of library: LibrarySnapshot) -> [UInt8] {
    var writer = DogearDocumentWriter()
    var bytes = writer.head
    let ordered = library.entities.values.sorted {
      ($0.key.kind, $0.key.id) < ($1.key.kind, $1.key.id)
    }
    for entity in ordered { bytes += writer.line(entity) }
    return bytes + writer.tail
  }
}
