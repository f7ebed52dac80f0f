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
            var entry = row.write.entry(stored, of: entity)
            entry.from = latest[stored.subject] ?? nil
            latest.updateValue(stored.to, forKey: stored.subject)
            return HistoryPage.Item(entry, op: row.write.op)
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
          var entry = row.write.entry(stored, of: entity)
          entry.from = latest[stored.subject] ?? nil
          latest.updateValue(stored.to, forKey: stored.subject)
          if stored.isAuthored { entries.append(entry) }
        }
      }
      return entries
    }
  }

  func change(
    of field: String, in entity: EntityKey, seenBy author: Library.Author, stepsMax: Int
  ) throws(StoreError) -> HistorySearch {
    let name = JSONValue.string(field).canonicalText
    return try search(
      entity, seenBy: author, naming: "[\(name),", newestFirst: true, stepsMax: stepsMax
    ) { $0.subject == .field(field) }
  }

  func making(
    of entity: EntityKey, seenBy author: Library.Author, stepsMax: Int
  ) throws(StoreError) -> HistorySearch {
    let made = JSONValue.string(HistoryEntry.created)
    return try search(
      entity, seenBy: author, naming: made.canonicalText, newestFirst: false, stepsMax: stepsMax
    ) { $0.subject == .life && $0.to == made }
  }

  /// Looks for the first entry of its sort that `author` had seen: who wrote a row is read before what
  /// it holds, and of those they had seen only what names `text`, as an entry that `matches` does.
  private func search(
    _ entity: EntityKey, seenBy author: Library.Author, naming text: String, newestFirst: Bool,
    stepsMax: Int, _ matches: (HistoryBody.Entry) -> Bool
  ) throws(StoreError) -> HistorySearch {
    try wrapping {
      var search = HistorySearch(.nothing)
      guard let owner = try entityKey(of: entity) else { return search }
      let bodies = try database.cachedStatement(
        sql: """
          SELECT length(body), CASE WHEN instr(body, ?) > 0 THEN body END FROM history
          WHERE place = ?
          """)
      let rows = try historyRows(
        of: owner, before: nil, newestFirst: newestFirst, hasBodies: false)
      var rowCount = 0
      while let row = try rows.next() {
        guard rowCount < Library.Limits.historyRowsPerQuestionMax, search.steps < stepsMax else {
          search.outcome = .cutShort
          return search
        }
        rowCount += 1
        search.steps += Library.Limits.historyRowSteps
        let write = try HistoryWrite(row)
        guard author.hasSeen(write.version(stamp: 0)) else { continue }
        let body = try GRDB.Row.fetchOne(
          bodies, arguments: [text, Place.of(write.seq, in: owner)])
        guard let body else { continue }
        search.steps += body[0] / Library.Limits.historyBytesPerStep
        guard let text: String = body[1],
          let stored = try HistoryBody(stored: text).entries.last(where: matches)
        else { continue }
        search.outcome = .found(write.entry(stored, of: entity))
        return search
      }
      return search
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
    of owner: Int64, before: Int?, newestFirst: Bool, hasBodies: Bool = true
  ) throws -> RowCursor {
    let places = Place.all(in: owner)
    let end = before.map { Place.of(min(max($0, 0), Limits.sequenceMax), in: owner) - 1 }
    let statement = try database.cachedStatement(
      sql: """
        SELECT history.place, op, device, incarnation, operations.n\(hasBodies ? ", body" : "")
        FROM history
          LEFT JOIN operations ON operations.place = (? << 32) | (history.place & 0xFFFFFFFF)
          LEFT JOIN incarnations ON incarnations.key = author
        WHERE history.place BETWEEN ? AND ?
        ORDER BY history.place \(newestFirst ? "DESC" : "ASC")
        """)
    return try GRDB.Row.fetchCursor(
      statement, arguments: [key, places.lowerBound, end ?? places.upperBound])
  }
}

/// An operation that changed an entity, and its author.
private struct HistoryWrite {
  let seq: Int
  let op: String
  let device: String
  let incarnation: String
  let n: Int

  init(_ row: GRDB.Row) throws {
    guard let op: String = row[1], let device: String = row[2], let incarnation: String = row[3],
      let n: Int = row[4]
    else { throw StoreError.damaged("an entry of history belongs to no operation.") }
    self.seq = Place.seq(of: row[0])
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
      written: stored.written, isAuthored: stored.isAuthored, base: stored.base,
      alias: stored.alias)
  }
}

/// The same, with what it changed there.
private struct HistoryRow {
  let write: HistoryWrite
  let body: HistoryBody
  /// What the body is stored in.
  let byteCount: Int

  init(_ row: GRDB.Row) throws {
    write = try HistoryWrite(row)
    guard let body: String = row[5] else {
      throw StoreError.damaged("an entry of history has no body.")
    }
    self.body = try HistoryBody(stored: body)
    byteCount = body.utf8.count
  }
}
