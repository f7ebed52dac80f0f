import GRDB

extension SQLiteStore {
  /// All in one transaction.
  package func note(watermarks: [String: Int]) throws(StoreError) {
    try writing { database in
      for (id, head) in watermarks {
        try database.execute(
          sql: "UPDATE libraries SET watermark = max(watermark, min(?, head)) WHERE id = ?",
          arguments: [head, id])
      }
    }
  }

  /// All in one transaction: a library with half a past would take a device's word for the rest.
  package func beginEpochs(_ make: () -> String) throws(StoreError) {
    try writing { database in
      for library in try StoredLibrary.fetch(database, where: "true", []) {
        let record = library.record
        try database.execute(
          sql: "INSERT INTO restores (library, number, epoch, head) VALUES (?, ?, ?, ?)",
          arguments: [library.key, record.restores.count + 1, record.epoch, record.head])
        try database.execute(
          sql: "UPDATE libraries SET epoch = ? WHERE key = ?", arguments: [make(), library.key])
      }
      try database.execute(sql: "DELETE FROM pairings")
    }
  }

  /// Lets libraries that were restored in the place of `replaced` know their epochs, as far as they have a
  /// past in common. All in one transaction.
  package func takeOverEpochs(of replaced: [LibraryRecord]) throws(StoreError) {
    try writing { database in
      for old in replaced {
        guard let library = try StoredLibrary.fetch(database, where: "id = ?", [old.id]).first
        else { continue }
        var record = library.record
        record.takeOverEpochs(of: old)
        try database.execute(
          sql: "DELETE FROM restores WHERE library = ?", arguments: [library.key])
        for (place, restore) in record.restores.enumerated() {
          try database.execute(
            sql: "INSERT INTO restores (library, number, epoch, head) VALUES (?, ?, ?, ?)",
            arguments: [library.key, place + 1, restore.epoch, restore.head])
        }
      }
    }
  }
}
