import GRDB
import Library

extension Schema {
  /// Lists the books under the files that KOReader reads of them, where they were named before anybody
  /// looked them up.
  static func listDocuments(_ database: Database) throws {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: "SELECT key, library, state FROM entities WHERE kind = 'book' AND instr(state, ?) > 0",
      arguments: [Mention.documents])
    while let row = try rows.next() {
      let (entity, library): (Int64, Int64) = (row[0], row[1])
      for term in Mention.terms(of: try EntityState(text: row[2])) {
        try database.execute(
          sql: """
            INSERT OR IGNORE INTO mentions (library, term, entity, crc)
            VALUES (?1, ?2, ?3, checksum(?1, ?2, ?3))
            """, arguments: [library, term, entity])
      }
    }
  }
}
