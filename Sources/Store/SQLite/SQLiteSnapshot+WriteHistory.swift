import GRDB
import Library

extension SQLiteSnapshot {
  /// Writes what operations changed, one row for each of them and each entity.
  func write(_ history: [HistoryEntry]) throws {
    var order: [Group] = []
    var bodies: [Group: [HistoryBody.Entry]] = [:]
    for entry in history {
      let group = Group(entity: entry.entity, seq: entry.version.seq)
      if bodies[group] == nil { order.append(group) }
      bodies[group, default: []].append(entry.stored)
    }
    for group in order {
      guard let owner = (met[group.entity] ?? nil)?.key, let entries = bodies[group] else {
        preconditionFailure("What has a history was written.")
      }
      let place = Place.of(group.seq, in: owner)
      try thin(owner, before: place, by: entries, of: group.entity.kind)
      try put(HistoryBody(entries), at: place)
    }
  }

  private struct Group: Hashable {
    let entity: EntityKey
    let seq: Int
  }

  private func put(_ body: HistoryBody, at place: Int64) throws {
    let text = body.text
    var crc = RowChecksum()
    crc.add(number: place)
    crc.add(text: text)
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO history (place, body, crc) VALUES (?, ?, ?)"
    ).execute(arguments: [place, text, crc.value])
  }

  // MARK: Thinning

  /// Takes away what programs wrote earlier on the same day where they write the same again: of
  /// passive history the newest of a day is kept (SYNC §2, *History*). Texts stay, because merging
  /// goes back to them.
  private func thin(
    _ owner: Int64, before place: Int64, by entries: [HistoryBody.Entry], of kind: String
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
        try put(body, at: row[0])
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
