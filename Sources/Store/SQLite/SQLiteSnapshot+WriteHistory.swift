import GRDB
import Library

extension SQLiteSnapshot {
  /// Writes what operations changed, one row for each of them and each entity.
  func write(_ history: [[HistoryEntry]]) throws {
    var insert = try RowStatement(
      "INSERT OR REPLACE INTO history (place, body, crc) VALUES (?, ?, ?)", isSealed: true,
      in: database)
    var last = 0
    for operation in history {
      // Looked at where they stand: an entry holds a dozen things to be counted when it is copied.
      let entries = operation.span
      let seq = entries[0].version.seq
      precondition(seq > last, "History comes in the order of its operations.")
      last = seq
      // An operation changes few entities.
      var groups: [(entity: EntityKey, body: HistoryBody)] = []
      for place in entries.indices {
        precondition(entries[place].version.seq == seq, "History comes by operation.")
        let entity = entries[place].entity
        if let group = groups.lastIndex(where: { $0.entity == entity }) {
          groups[group].body.entries.append(entries[place].stored)
        } else {
          groups.append((entity, HistoryBody([entries[place].stored])))
        }
      }
      for (entity, body) in groups {
        guard let owner = (met[entity] ?? nil)?.key else {
          preconditionFailure("What has a history was written.")
        }
        let place = Place.of(seq, in: owner)
        try thin(owner, before: place, by: body.entries, of: entity.kind, &insert)
        try put(body, at: place, &insert)
      }
    }
  }

  private func put(
    _ body: HistoryBody, at place: Int64, _ insert: inout RowStatement
  ) throws {
    insert.bind(place)
    insert.bind(body.text)
    insert.bindChecksum()
    try insert.run()
  }

  // MARK: Thinning

  /// Takes away what programs wrote earlier on the same day where they write the same again: of
  /// passive history the newest of a day is kept (SYNC §2, *History*). Texts stay, because merging
  /// goes back to them.
  private func thin(
    _ owner: Int64, before place: Int64, by entries: [HistoryBody.Entry], of kind: String,
    _ insert: inout RowStatement
  ) throws {
    var days: [HistoryEntry.Subject: Int] = [:]
    for entry in entries where Self.isThinned(entry, of: kind) {
      days[entry.subject] = Self.day(of: entry.stamp)
    }
    guard !days.isEmpty else { return }
    let rows = try GRDB.Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT place, body FROM history WHERE place >= ? AND place < ?
          ORDER BY place DESC LIMIT \(Limits.thinnedRowsMax)
          """), arguments: [Place.all(in: owner).lowerBound, place])
    for row in rows {
      guard let text: String = row[1] else { continue }
      var body = try HistoryBody(stored: text)
      let count = body.entries.count
      body.entries.removeAll { entry in
        Self.isThinned(entry, of: kind) && days[entry.subject] == Self.day(of: entry.stamp)
      }
      if body.entries.isEmpty {
        try database.cachedStatement(sql: "DELETE FROM history WHERE place = ?")
          .execute(arguments: [row[0] as Int64])
      } else if body.entries.count < count {
        try put(body, at: row[0], &insert)
      }
    }
  }

  private static func isThinned(_ entry: HistoryBody.Entry, of kind: String) -> Bool {
    guard !entry.isAuthored else { return false }
    switch entry.subject {
    case .field(let field): return Library.Schema.field(field, of: kind)?.mergeClass != .text
    case .element: return true
    case .life: return false
    }
  }

  private static func day(of stamp: Int) -> Int { stamp / 86_400_000 }
}
