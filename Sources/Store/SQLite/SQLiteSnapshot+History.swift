import GRDB
import Library

extension SQLiteSnapshot {
  func history(
    of entity: EntityKey, before: Int?, limit: Int, byteCountMax: Int
  ) throws(StoreError) -> HistoryPage {
    try wrapping {
      guard let owner = try entityKey(of: entity) else {
        return HistoryPage(items: [], more: false)
      }
      var page: [HistoryRow] = []
      var (count, byteCount) = (0, 0)
      // What stood before the page, of what the page changes.
      var latest: [HistoryEntry.Subject: JSONValue?] = [:]
      var unknown: Set<HistoryEntry.Subject> = []
      var more = false
      let rows = try historyRows(of: owner, before: before, newestFirst: true)
      while let row = try rows.next() {
        let row = try HistoryRow(row)
        let fits = page.isEmpty || count < limit && byteCount + row.byteCount <= byteCountMax
        if !more, fits {
          page.append(row)
          count += row.body.entries.count
          byteCount += row.byteCount
          unknown.formUnion(row.body.entries.map(\.subject))
          continue
        }
        more = true
        for stored in row.body.entries.reversed() where unknown.contains(stored.subject) {
          latest.updateValue(stored.to, forKey: stored.subject)
          unknown.remove(stored.subject)
        }
        if unknown.isEmpty { break }
      }
      var items: [[HistoryPage.Item]] = []
      for row in page.reversed() {
        items.append(
          row.body.entries.map { stored in
            var entry = row.entry(stored, of: entity)
            entry.from = latest[stored.subject] ?? nil
            latest.updateValue(stored.to, forKey: stored.subject)
            return HistoryPage.Item(entry, op: row.op)
          })
      }
      return HistoryPage(items: items.reversed().flatMap(\.self), more: more)
    }
  }

  func authoredHistory(of entity: EntityKey) throws(StoreError) -> [HistoryEntry] {
    try wrapping {
      guard let owner = try entityKey(of: entity) else { return [] }
      var entries: [HistoryEntry] = []
      var latest: [HistoryEntry.Subject: JSONValue?] = [:]
      let rows = try historyRows(of: owner, before: nil, newestFirst: false)
      while let row = try rows.next() {
        let row = try HistoryRow(row)
        for stored in row.body.entries {
          var entry = row.entry(stored, of: entity)
          entry.from = latest[stored.subject] ?? nil
          latest.updateValue(stored.to, forKey: stored.subject)
          if stored.isAuthored { entries.append(entry) }
        }
      }
      return entries
    }
  }

  func change(
    of field: String, in entity: EntityKey, seenBy author: Library.Author
  ) throws(StoreError) -> HistoryEntry? {
    try wrapping {
      guard let owner = try entityKey(of: entity) else { return nil }
      // Only rows that name the field are read: a name inside a value is written otherwise.
      let name = JSONValue.string(field).canonicalText
      let rows = try historyRows(of: owner, before: nil, newestFirst: true, naming: "[\(name),")
      while let row = try rows.next() {
        let row = try HistoryRow(row)
        guard author.hasSeen(row.version(stamp: 0)),
          let stored = row.body.entries.last(where: { $0.subject == .field(field) })
        else { continue }
        return row.entry(stored, of: entity)
      }
      return nil
    }
  }

  /// The key of an entity's row; nil where there is none.
  private func entityKey(of entity: EntityKey) throws -> Int64? {
    if let known = met[entity] { return known?.key }
    let statement = try database.cachedStatement(
      sql: "SELECT key FROM entities WHERE library = ? AND kind = ? AND id = ?")
    return try Int64.fetchOne(statement, arguments: [key, entity.kind, entity.id])
  }

  private func historyRows(
    of owner: Int64, before: Int?, newestFirst: Bool, naming text: String = ""
  ) throws -> RowCursor {
    let places = Place.all(in: owner)
    let end = before.map { Place.of(min(max($0, 0), Limits.sequenceMax), in: owner) - 1 }
    let statement = try database.cachedStatement(
      sql: """
        SELECT history.place, body, op, device, incarnation, operations.n
        FROM history
          LEFT JOIN operations ON operations.place = (? << 32) | (history.place & 0xFFFFFFFF)
          LEFT JOIN incarnations ON incarnations.key = author
        WHERE history.place BETWEEN ? AND ? AND (? = '' OR instr(body, ?) > 0)
        ORDER BY history.place \(newestFirst ? "DESC" : "ASC")
        """)
    return try GRDB.Row.fetchCursor(
      statement,
      arguments: [key, places.lowerBound, end ?? places.upperBound, text, text])
  }
}

/// What one operation changed in one entity, with its author.
private struct HistoryRow {
  let seq: Int
  let body: HistoryBody
  /// What the body is stored in.
  let byteCount: Int
  let op: String
  let device: String
  let incarnation: String
  let n: Int

  init(_ row: GRDB.Row) throws {
    guard let body: String = row[1], let op: String = row[2], let device: String = row[3],
      let incarnation: String = row[4], let n: Int = row[5]
    else { throw StoreError.damaged("an entry of history belongs to no operation.") }
    self.seq = Place.seq(of: row[0])
    self.body = try HistoryBody(stored: body)
    byteCount = body.utf8.count
    self.op = op
    self.device = device
    self.incarnation = incarnation
    self.n = n
  }

  func version(stamp: Int) -> Version {
    Version(stamp: stamp, seq: seq, device: device, incarnation: incarnation, n: n)
  }

  /// The entry, but for the value before.
  func entry(_ stored: HistoryBody.Entry, of entity: EntityKey) -> HistoryEntry {
    HistoryEntry(
      entity, stored.subject, version: version(stamp: stored.stamp), from: nil, to: stored.to,
      written: stored.written, isAuthored: stored.isAuthored, base: stored.base)
  }
}
