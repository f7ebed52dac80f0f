import GRDB

extension SQLiteStore {
  /// The one row there is.
  package func credibleTime() throws(StoreError) -> CredibleTime? {
    try reading { database in
      try Row.fetchOne(database, sql: "SELECT time, clock FROM times")
        .map { CredibleTime(time: $0[0], clock: $0[1]) }
    }
  }

  /// In one transaction.
  package func note(_ time: CredibleTime) throws(StoreError) {
    try writing { database in
      try database.execute(
        sql: """
          INSERT INTO times (key, time, clock) VALUES (1, ?, ?)
          ON CONFLICT (key) DO UPDATE SET time = excluded.time, clock = excluded.clock
          """, arguments: [time.time, time.clock])
    }
  }
}
