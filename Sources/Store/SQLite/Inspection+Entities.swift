import GRDB
import Library

/// What the entities of one library must be.
extension Inspection {
  /// Every entity can be read, is from this library's past, and is listed under what it holds.
  mutating func inspectEntities(_ library: StoredLibrary) throws {
    let lists = Lists(
      writes: try list("seq", of: "writes", in: library),
      mentions: try list("term", of: "mentions", in: library),
      trash: try list("seq", of: "trash", in: library))
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT key, kind, id, state FROM entities WHERE library = ? ORDER BY key",
      arguments: [library.key])
    while !isFull, let row = try rows.next() {
      let name = "\(row[1] as String) \(row[2] as String)"
      guard let state = try? EntityState(text: row[3]) else {
        find("The \(name) cannot be read.")
        continue
      }
      try inspect(state, key: row[0], in: lists, name: name, library)
      if state.entity != EntityKey(kind: row[1], id: row[2]) {
        find("The \(name) holds the state of \(state.entity.kind) \(state.entity.id).")
      }
    }
  }

  /// Where entities are listed, by key.
  private struct Lists {
    let writes: [Int64: [Int]]
    let mentions: [Int64: [Int]]
    let trash: [Int64: [Int]]
  }

  private func list(
    _ column: String, of table: String, in library: StoredLibrary
  ) throws -> [Int64: [Int]] {
    var listed: [Int64: [Int]] = [:]
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT entity, \(column) FROM \(table) WHERE library = ?",
      arguments: [library.key])
    while let row = try rows.next() { listed[row[0], default: []].append(row[1]) }
    return listed
  }

  private mutating func inspect(
    _ state: EntityState, key: Int64, in lists: Lists, name: String, _ library: StoredLibrary
  ) throws {
    if let last = state.seqs.max(), last > library.record.head {
      find(
        "The \(name) was last changed at \(last), after the library's head \(library.record.head).")
    }
    if lists.writes[key, default: []].sorted() != state.seqs {
      find(
        "The \(name) is not listed under the operations that wrote it: devices may miss a change.")
    }
    if lists.mentions[key, default: []].sorted() != Mention.terms(of: state) {
      find(
        "The \(name) is not listed under the ISBNs, files, shelves and cover that it has.")
    }
    if lists.trash[key, default: []] != [state.trashed].compactMap(\.self) {
      find("The \(name) is not listed in Trash as its deletion says.")
    }
  }

  func exists(_ library: StoredLibrary, _ kind: String, _ id: String) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM entities WHERE library = ? AND kind = ? AND id = ?")
    return try Int.fetchOne(statement, arguments: [library.key, kind, id]) != nil
  }
}
