import GRDB
import Library

/// What the log and the history of one library must be.
extension Inspection {
  mutating func inspect(_ library: StoredLibrary) throws {
    try inspectOrder(library)
    try inspectAuthors(library)
    try inspectResults(library)
    try inspectHistory(library)
    try inspectEntities(library)
  }

  /// Sequences are 1…head without a gap, times never run back, nobody saw the future.
  mutating func inspectOrder(_ library: StoredLibrary) throws {
    let (key, record) = (library.key, library.record)
    let places = Place.all(in: key)
    let counted = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT count(*), ifnull(min(place), ?) & 0xFFFFFFFF, ifnull(max(place), 0) & 0xFFFFFFFF,
          ifnull(max(time), 0)
        FROM operations WHERE place BETWEEN ? AND ?
        """, arguments: [places.lowerBound + 1, places.lowerBound, places.upperBound])
    if let counted {
      let (count, first, last): (Int, Int, Int) = (counted[0], counted[1], counted[2])
      if first != 1 || last != record.head || count != record.head {
        find(
          "The log of “\(record.name)” should hold the sequences 1 to \(record.head), once each, and "
            + "holds \(count) from \(first) to \(last).")
      }
      if counted[3] as Int > record.time {
        find("“\(record.name)” has an operation from after the library's last time.")
      }
    }
    try findRows(
      """
      SELECT place & 0xFFFFFFFF FROM (
        SELECT place, time, lag(time, 1, 0) OVER (ORDER BY place) AS before FROM operations
        WHERE place BETWEEN ? AND ?
      ) WHERE time < before
      """, [places.lowerBound, places.upperBound]
    ) { row in "The server time of operation \(row[0] as Int) is before that of the one before it."
    }
    let own = ([library.record.epoch] + library.record.restores.map(\.epoch))
    if Set(own).count < own.count { find("“\(record.name)” has had an epoch twice.") }
  }

  /// Each author's n are 1…last, once each, logged or known to be not.
  mutating func inspectAuthors(_ library: StoredLibrary) throws {
    try findRows(
      """
      SELECT device, incarnation, incarnations.n, unlogged, count(operations.n),
        count(DISTINCT operations.n), ifnull(min(operations.n), 1), ifnull(max(operations.n), 0)
      FROM incarnations LEFT JOIN operations ON author = incarnations.key
      WHERE incarnations.library = ? GROUP BY incarnations.key
      HAVING count(operations.n) + unlogged <> incarnations.n
        OR count(DISTINCT operations.n) <> count(operations.n)
        OR ifnull(min(operations.n), 1) < 1 OR ifnull(max(operations.n), 0) > incarnations.n
      """, [library.key]
    ) { row in
      "The device \(row[0] as String) (incarnation \(row[1] as String)) has come to n = "
        + "\(row[2] as Int), but the log holds \(row[4] as Int) of its operations, and "
        + "\(row[3] as Int) are known to be not there."
    }
  }

  /// Every operation's result can be read.
  mutating func inspectResults(_ library: StoredLibrary) throws {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT op, place, outcome, conflict, problem FROM operations
        WHERE library = ? ORDER BY place
        """, arguments: [library.key])
    while !isFull, let row = try rows.next() {
      let op: String = row[0]
      let result = try? OperationResult(
        place: row[1], outcome: row[2], conflict: row[3], problem: row[4])
      if result == nil {
        find("The operation \(op) in the log of “\(library.record.name)” cannot be read.")
      }
      if let conflict = result?.conflict, try !exists(library, "conflict", conflict) {
        find("The operation \(op) left the conflict \(conflict), which does not exist.")
      }
    }
  }

  /// Every entry of history can be read, and belongs to an entity and an operation there is.
  mutating func inspectHistory(_ library: StoredLibrary) throws {
    try findRows(
      """
      SELECT place & 0xFFFFFFFF FROM history
      WHERE place >> 32 NOT IN (SELECT key FROM entities) LIMIT \(Limits.findingsMax)
      """
    ) { row in "Operation \(row[0] as Int) changed an entity that does not exist." }
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT kind, id, history.place & 0xFFFFFFFF, body, operations.place
        FROM entities JOIN history ON history.place BETWEEN key << 32 AND key << 32 | 0xFFFFFFFF
          LEFT JOIN operations ON operations.place = (? << 32) | (history.place & 0xFFFFFFFF)
        WHERE entities.library = ?
        """, arguments: [library.key, library.key])
    while !isFull, let row = try rows.next() {
      let name = "\(row[0] as String) \(row[1] as String)"
      if row[4] as Int64? == nil {
        find("The \(name) was changed by operation \(row[2] as Int), which is not in the log.")
      }
      if (try? HistoryBody(stored: row[3])) == nil {
        find("What operation \(row[2] as Int) changed in the \(name) cannot be read.")
      }
    }
  }
}
