import GRDB

// MARK: Accounts

extension SQLiteStore {
  /// All rows, oldest first.
  package func accounts() throws(StoreError) -> [AccountRecord] {
    try reading { database in
      try Row.fetchAll(
        database.cachedStatement(
          sql: "SELECT id, name, created FROM accounts ORDER BY created, id")
      ).map { row in AccountRecord(id: row[0], name: row[1], created: row[2]) }
    }
  }

  /// Both rows in one transaction.
  package func add(_ account: AccountRecord, with library: LibraryRecord) throws(StoreError) {
    try writing { database in
      try database.execute(
        sql: "INSERT INTO accounts (id, name, created) VALUES (?, ?, ?)",
        arguments: [account.id, account.name, account.created])
      try database.execute(
        sql: """
          INSERT INTO libraries (id, account, name, epoch, created, head, time, watermark)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          library.id, library.account, library.name, library.epoch, library.created, library.head,
          library.time, library.watermark,
        ])
    }
  }
}

// MARK: Devices

extension SQLiteStore {
  /// All rows of the account, the revoked ones included.
  package func devices(of account: String) throws(StoreError) -> [DeviceRecord] {
    try deviceCache.devices(of: account) { () throws(StoreError) in
      try reading { database in
        try DeviceRecord.fetch(database, where: "account = ? ORDER BY created, id", [account])
      }
    }
  }

  /// Writes in one transaction, after which what was known of devices is forgotten.
  private func writingDevices<Value>(
    _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    defer { deviceCache.forget() }
    return try writing(body)
  }

  /// One row, by its id.
  package func device(_ id: String) throws(StoreError) -> DeviceRecord? {
    try reading { database in try DeviceRecord.fetch(database, where: "id = ?", [id]).first }
  }

  /// One row, along the unique index over secrets.
  package func device(holding secret: SecretHash) throws(StoreError) -> DeviceRecord? {
    try reading { database in
      try DeviceRecord.fetch(database, where: "secret = ? AND revoked IS NULL", [secret]).first
    }
  }

  /// The ids of all devices that hold a secret, by it.
  package func secrets() throws(StoreError) -> [SecretHash: String] {
    try reading { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT secret, id FROM devices WHERE secret IS NOT NULL")
      return Dictionary(uniqueKeysWithValues: rows.map { row in (row[0], row[1]) })
    }
  }

  /// One row; a secret that another device has is refused by its index.
  package func add(_ device: DeviceRecord, secret: SecretHash?) throws(StoreError) {
    try writingDevices { database in try device.insert(into: database, secret: secret) }
  }

  /// One row, in place.
  package func rename(device id: String, to name: String) throws(StoreError) -> Bool {
    try writingDevices { database in
      try database.execute(
        sql: "UPDATE devices SET name = ? WHERE id = ?", arguments: [name, id])
      return database.changesCount > 0
    }
  }

  /// The secret goes for good, and with it the device's windows and links, and the codes that it may have
  /// made; the row stays, for its name.
  package func revoke(device id: String, at time: Int) throws(StoreError) -> Bool {
    try writingDevices { database in
      try database.execute(
        sql: "UPDATE devices SET revoked = ?, secret = NULL WHERE id = ? AND revoked IS NULL",
        arguments: [time, id])
      guard database.changesCount > 0 else { return false }
      try database.execute(
        sql: "DELETE FROM pairings WHERE account = (SELECT account FROM devices WHERE id = ?)",
        arguments: [id])
      try Self.forgetScenes(of: id, in: database)
      return true
    }
  }

  /// All in one transaction, which is one fsync.
  package func note(seen: [String: Int]) throws(StoreError) {
    try writingDevices { database in
      let statement = try database.cachedStatement(sql: "UPDATE devices SET seen = ? WHERE id = ?")
      for (id, time) in seen { try statement.execute(arguments: [time, id]) }
    }
  }
}

// MARK: Pairing

extension SQLiteStore {
  /// One row, after those that have expired are gone.
  package func add(_ pairing: PairingRecord, now: Int) throws(StoreError) {
    try writing { database in
      try database.execute(sql: "DELETE FROM pairings WHERE expires <= ?", arguments: [now])
      try database.execute(
        sql: "INSERT INTO pairings (code, account, expires) VALUES (?, ?, ?)",
        arguments: [pairing.code, pairing.account, pairing.expires])
    }
  }

  /// Takes the code's row out and puts the device's in, in one transaction.
  package func redeem(
    code: SecretHash, expiring alive: ClosedRange<Int>, for device: DeviceRecord, secret: SecretHash
  ) throws(StoreError) -> DeviceRecord? {
    try writingDevices { database in
      let account = try String.fetchOne(
        database,
        sql: "DELETE FROM pairings WHERE code = ? AND expires BETWEEN ? AND ? RETURNING account",
        arguments: [code, alive.lowerBound, alive.upperBound])
      guard let account else { return nil }
      var device = device
      device.account = account
      try device.insert(into: database, secret: secret)
      return device
    }
  }
}

extension DeviceRecord {
  fileprivate static func fetch(
    _ database: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> [DeviceRecord] {
    let statement = try database.cachedStatement(
      sql: "SELECT id, account, name, created, seen, revoked FROM devices WHERE \(condition)")
    return try Row.fetchAll(statement, arguments: arguments).map { row in
      var device = DeviceRecord(id: row[0], account: row[1], name: row[2], created: row[3])
      device.seen = row[4]
      device.revoked = row[5]
      return device
    }
  }

  fileprivate func insert(into database: Database, secret: SecretHash?) throws {
    try database.execute(
      sql: "INSERT INTO devices (id, account, name, secret, created) VALUES (?, ?, ?, ?, ?)",
      arguments: [id, account, name, secret, created])
  }
}
