import Glibc
import GRDB
import Library
import Synchronization

/// A storage in one SQLite file: checkpoint, confirmed entities and queue, one transaction for each
/// batch.
///
/// Entities are written one after the other, wherever in the library they stand, so that a batch costs
/// as much as it holds, and not as much as the library. The last that was written of an entity counts;
/// what came before it is taken away once there is more of that than of what counts.
///
/// A batch survives power loss once it is written: the file is in WAL mode with `synchronous=FULL`,
/// which is read back before anything is written. One process at a time has it open; a second is
/// refused, for two would send the same edits under the same numbers. The file is its owner's alone
/// (mode 0600), since it holds the device's secret.
public final class SQLiteStorage: LocalStorage {
  private let database: DatabaseQueue
  private let growth = Mutex(Growth())

  /// Opens the file at `path`, or makes it.
  /// - Throws: `StorageError`.
  public init(path: String) throws(StorageError) {
    do {
      try Self.makeFile(at: path)
      try Self.checkFile(at: path)
      database = try DatabaseQueue(path: path, configuration: Self.configuration)
      try database.writeWithoutTransaction { try Self.prepare($0) }
    } catch {
      throw StorageError(error, path: path)
    }
  }

  // MARK: Opening

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "Dogear replica"
    configuration.busyMode = .timeout(Double(Limits.storageBusyMilliseconds) / 1_000)
    return configuration
  }

  /// SQLite would make the file with the rights that the process happens to give. One that is there is
  /// not opened: closing it again would let go of every lock that this process has on it (fcntl(2)), and
  /// so of an instance that has it open.
  private static func makeFile(at path: String) throws(StorageError) {
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 || errno == EEXIST else { throw .unwritable(path: path) }
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Looks whose file it is before anything is written to it.
  private static func checkFile(at path: String) throws {
    var configuration = configuration
    configuration.readonly = true
    let reader: DatabaseQueue
    do {
      reader = try DatabaseQueue(path: path, configuration: configuration)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      return  // A log without its index, as a kill leaves it, is for a writer to open.
    }
    let (application, version, tableCount) = try reader.read { database in
      (
        try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0,
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      )
    }
    try reader.close()
    guard tableCount > 0 || application != 0 else { return }
    guard application == Self.applicationID else { throw StorageError.foreign(path: path) }
    guard version <= Self.version else {
      throw StorageError.newer(found: version, known: Self.version)
    }
  }

  private static func prepare(_ database: Database) throws {
    // Taken by the first access and kept until closing: a second process is refused.
    try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    try database.execute(sql: "PRAGMA journal_mode = WAL")
    try database.execute(sql: "PRAGMA synchronous = FULL")
    try database.execute(sql: "PRAGMA wal_autocheckpoint = \(Limits.storageLogPageCountMax)")
    try database.execute(
      sql: "PRAGMA journal_size_limit = \(Limits.storageLogPageCountMax * 4_096)")
    let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1
    guard synchronous == 2 else { throw StorageError.notDurable(synchronous: synchronous) }
    try database.inTransaction(.immediate) {
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      for step in Self.steps.dropFirst(version) { try database.execute(sql: step) }
      if version < Self.version {
        try database.execute(sql: "PRAGMA user_version = \(Self.version)")
      }
      return .commit
    }
  }

  // MARK: Reading and writing

  /// Everything that is kept.
  public func load() throws(StorageError) -> Kept {
    let kept = try using { database in
      var kept = Kept()
      kept.token = try String.fetchOne(
        database, sql: "SELECT value FROM state WHERE name = 'token'")
      let checkpoint = try String.fetchOne(
        database, sql: "SELECT value FROM state WHERE name = 'checkpoint'")
      guard let checkpoint else { return kept }
      let json = try Self.json(of: checkpoint)
      kept.stored = Stored(
        checkpoint: try Checkpoint(json: json), entities: try entities(database),
        operations: try Self.operations(database))
      return kept
    }
    tidyUp()
    return kept
  }

  private func entities(_ database: Database) throws -> [EntityView] {
    var growth = Growth()
    growth.rowCount = try Int.fetchOne(database, sql: "SELECT count(*) FROM entities") ?? 0
    var entities: [EntityView] = []
    entities.reserveCapacity(growth.rowCount)
    var met: Set<EntityKey> = []
    met.reserveCapacity(growth.rowCount)
    let rows = try Row.fetchCursor(
      database, sql: "SELECT kind, id, state FROM entities ORDER BY place DESC")
    while let row = try rows.next() {
      // The last that was written of an entity comes first.
      guard met.insert(EntityKey(kind: row[0], id: row[1])).inserted else { continue }
      entities.append(try EntityView(json: Self.json(of: row[2])))
    }
    growth.entityCount = entities.count
    self.growth.withLock { $0 = growth }
    return entities
  }

  private static func operations(_ database: Database) throws -> [QueuedOperation] {
    let texts = try String.fetchAll(
      database, sql: "SELECT state FROM operations ORDER BY position")
    return try texts.map { try QueuedOperation(json: json(of: $0)) }
  }

  private static func json(of text: String) throws(StorageError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: text)
    } catch {
      throw .damaged("a record is no longer readable.")
    }
  }

  /// Writes `batch` in one transaction.
  public func write(_ batch: Batch) throws(StorageError) {
    // The texts are made before the transaction, which holds the disk.
    let entities = batch.entities.map { entity in
      [entity.entity.kind, entity.entity.id, entity.json.canonicalText]
    }
    let checkpoint = batch.checkpoint?.json.canonicalText
    try using { database in
      try database.inTransaction(.immediate) {
        if let checkpoint { try Self.write("checkpoint", checkpoint, database) }
        if batch.replacesAll { try database.execute(sql: "DELETE FROM entities") }
        try Self.write(entities, database)
        try Self.remove(batch.removedOperations, database)
        try Self.write(batch.operations, database)
        return .commit
      }
    }
    growth.withLock { $0.add(batch) }
    tidyUp()
  }

  /// Keeps the device's secret.
  public func keep(token: String) throws(StorageError) {
    try using { database in
      try database.inTransaction(.immediate) {
        try Self.write("token", token, database)
        return .commit
      }
    }
  }

  /// Closes the file.
  public func close() {
    // What could fail is folding the log into the file, and the next to open it does that too.
    try? database.close()
  }

  /// Takes away what nobody reads any more, once it is more than what is read.
  private func tidyUp() {
    guard growth.withLock({ $0.isTooMuch }) else { return }
    // What is there is whole with it and without; a disk that takes nothing now is asked again after
    // the next batch.
    let tidied = try? database.write(Self.removeStaleRows)
    if let tidied { growth.withLock { $0 = tidied } }
  }

  private static func write(_ name: String, _ value: String, _ database: Database) throws {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)")
      .execute(arguments: [name, value])
  }

  /// Many rows to a statement: a first sync writes 100,000, and stepping costs more than binding.
  private static func write(_ rows: [[String]], _ database: Database) throws {
    let size = Limits.storageRowsPerStatement
    var rest = rows[...]
    while !rest.isEmpty {
      let count = rest.count < size ? 1 : size
      let places = Array(repeating: "(?, ?, ?)", count: count).joined(separator: ", ")
      let statement = try database.cachedStatement(
        sql: "INSERT INTO entities (kind, id, state) VALUES \(places)")
      try statement.execute(arguments: StatementArguments(rest.prefix(count).joined()))
      rest = rest.dropFirst(count)
    }
  }

  private static func write(_ operations: [QueuedOperation], _ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO operations (id, position, state) VALUES (?, ?, ?)")
    for queued in operations {
      try statement.execute(
        arguments: [queued.id, queued.order, queued.json.canonicalText])
    }
  }

  private static func remove(_ operations: [String], _ database: Database) throws {
    let statement = try database.cachedStatement(sql: "DELETE FROM operations WHERE id = ?")
    for id in operations { try statement.execute(arguments: [id]) }
  }

  private func using<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do {
      return try database.writeWithoutTransaction(body)
    } catch {
      throw StorageError(error, path: database.path)
    }
  }
}

extension StorageError {
  /// What `error`, thrown on the way to the file at `path`, means to those above.
  fileprivate init(_ error: any Error, path: String) {
    switch error {
    case let error as StorageError: self = error
    case let error as Problem: self = .damaged(error.message)
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_FULL: self = .full
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inUse(path: path)
      case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM: self = .unwritable(path: path)
      case .SQLITE_NOTADB: self = .foreign(path: path)
      case .SQLITE_CORRUPT: self = .damaged(error.message ?? "SQLite says so.")
      default:
        self = .failed(
          code: Int(error.extendedResultCode.rawValue), error.message ?? "no reason given")
      }
    default: self = .failed(code: -1, "\(error)")
    }
  }
}
