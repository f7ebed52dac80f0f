import CSQLite
import FoundationEssentials
package import GRDB
import Synchronization

/// The store in one SQLite file, through GRDB.
///
/// Commits survive power loss: the writer runs with `synchronous=FULL`, which is set after opening
/// (GRDB lowers it to NORMAL when it enters WAL mode) and read back before anything is written.
/// Readers never wait for the writer, nor it for them.
package final class SQLiteStore: LibraryStore {
  /// What a caller wants of a file.
  package enum Access: Sendable {
    /// To read and write; the file is made where there is none. One process at a time may.
    case readWrite
    /// To look only, beside a server that may be running.
    case readOnly
    /// To look at accounts, devices and libraries only, in a file of an older Dogear as well.
    case recordsOnly
  }

  /// All access goes through here: a pool of readers and one writer, or one connection for both.
  package let writer: any DatabaseWriter

  /// What keeps the log short; nil where there is no log, or nobody writes.
  private let checkpointer: Checkpointer?

  /// What was written last, since the store was opened.
  let recent = RecentStates()

  private let writes = Atomic(0)

  /// How many transactions were made durable since the store was opened, each by one fsync.
  package var commitCount: Int { writes.load(ordering: .relaxed) }

  /// The devices, for those who ask for all of them.
  let deviceCache = DeviceCache()

  init(_ writer: any DatabaseWriter, _ checkpointer: Checkpointer? = nil) {
    self.writer = writer
    self.checkpointer = checkpointer
  }

  /// Opens the database at `path`.
  ///
  /// A file of an older Dogear is brought up to date; one to look at only must be up to date already, unless
  /// it is only for its records. One that holds nothing is made a library, if it `mayBegin` there.
  /// - Throws: `StoreError.missing`, `.foreign`, `.newer`, `.older`, `.notDurable`, or what the disk
  ///   reports.
  package convenience init(
    path: String, access: Access = .readWrite, mayBegin: Bool = true
  ) throws(StoreError) {
    if access == .readWrite { try Self.checkLog(of: path) }
    do {
      try Self.checkFile(at: path, for: access, mayBegin: mayBegin && access == .readWrite)
      switch access {
      case .readWrite:
        let writer = try Self.open(path)
        try Self.prepare(writer)
        self.init(writer, try Checkpointer(path: path, for: writer))
      case .readOnly:
        self.init(try DatabaseQueue(path: path, configuration: Self.readOnlyConfiguration))
      case .recordsOnly:
        let reader = try DatabaseQueue(path: path, configuration: Self.readOnlyConfiguration)
        try reader.unsafeRead(Schema.standInForRestores)
        self.init(reader)
      }
    } catch {
      throw Self.openingError(error, path: path)
    }
  }

  /// Opens an empty database in memory, which lives as long as the store.
  package convenience init() throws(StoreError) {
    self.init(try Self.inMemory { writer in try Self.empty.get().backup(to: writer) })
  }

  /// Opens a database in memory with the pages that `fill` gives it.
  static func inMemory(
    _ fill: (DatabaseQueue) throws -> Void
  ) throws(StoreError) -> DatabaseQueue {
    do {
      let writer = try DatabaseQueue(configuration: configuration)
      try fill(writer)
      try makeDurable(writer)
      return writer
    } catch {
      throw StoreError(error)
    }
  }

  /// A database in memory that went through every step and holds nothing. Whoever needs many copies
  /// it, which costs a fraction of the steps.
  private static let empty = Result {
    let writer = try DatabaseQueue(configuration: configuration)
    try Schema.migrate(writer)
    return writer
  }

  /// Writes what is there already once more, durably: whether the disk takes a commit now.
  package func rewrite() throws(StoreError) {
    try writing { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }
  }

  /// Folds the log into the file beside everything else, so that little is in the log alone. Where that cannot
  /// be, as on a full disk, it is tried again later.
  package func foldLogBeside() { checkpointer?.empty() }

  /// Folds the log into the file for the last time, as far as nobody is reading, unless more than `byteCountMax`
  /// of it are not there yet: it is no less safe in the log. Waits for no reader, such as a backup, which may take
  /// longer than the server has for a stop.
  package func foldLog(byteCountMax: Int = .max) {
    guard let checkpointer else { return }
    checkpointer.stop()
    guard checkpointer.restCount <= byteCountMax / Limits.pageByteCount else { return }
    checkpointer.finish()
    writer.writeWithoutTransaction { database in
      unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
      _ = try? database.checkpoint(.truncate)
      unsafe sqlite3_busy_timeout(
        database.sqliteConnection, CInt(Limits.busyTimeoutMilliseconds))
    }
  }

  /// Lets go of the file, with all that was written folded into it. Nothing may be asked of the store
  /// after.
  package func close() throws(StoreError) {
    do {
      try checkpointer?.close()
      // The pool closes its writer before its readers, who may not fold the log in themselves.
      try writer.writeWithoutTransaction { database in
        _ = try database.checkpoint(.truncate)
      }
      try writer.close()
    } catch {
      throw StoreError(error)
    }
  }

  /// Reads one moment of the database.
  func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      // One connection is nobody else's meanwhile. To forbid it to write, as `read` does, would make it
      // forget every statement that it has compiled.
      if let queue = writer as? DatabaseQueue, !queue.configuration.readonly {
        return try queue.unsafeRead(body)
      }
      return try writer.read(body)
    } catch {
      throw StoreError(error)
    }
  }

  /// Runs one transaction, which is durable when this returns.
  func writing<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      let value = try writer.write(body)
      writes.add(1, ordering: .relaxed)
      checkpointer?.committed(writer)
      return value
    } catch {
      throw StoreError(error)
    }
  }
}

// MARK: Opening

extension SQLiteStore {
  /// Has the engine keep no count of its memory, which costs a lock at each allocation and which nobody
  /// asks for, and write its log in long pieces. Once it runs it takes no such wish as the first, and goes
  /// on as it is.
  private static let engine = (sqlite3_config_without_statistics(), LogFileSystem.installed)

  private static var configuration: Configuration {
    _ = engine
    var configuration = Configuration()
    configuration.label = "Dogear"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(Double(Limits.busyTimeoutMilliseconds) / 1_000)
    configuration.maximumReaderCount = Limits.readersMax
    configuration.prepareDatabase { database in
      database.add(function: RowChecksum.function)
      try database.execute(sql: "PRAGMA cache_size = -\(Limits.cacheKibibytes)")
    }
    return configuration
  }

  private static var readOnlyConfiguration: Configuration {
    var configuration = Self.configuration
    configuration.readonly = true
    return configuration
  }

  /// Looks whose file it is before it is opened for writing, which alone would change it: GRDB
  /// turns any database to WAL mode.
  /// - Throws: `StoreError.foreign`, `.newer` or `.older`, or what the engine reports.
  private static func checkFile(at path: String, for access: Access, mayBegin: Bool) throws {
    var isFolder = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder {
      throw StoreError.foreign(path: path)
    }
    let reader: DatabaseQueue
    do {
      reader = try DatabaseQueue(path: path, configuration: readOnlyConfiguration)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN && mayBegin {
      return
    }
    let (application, version, tableCount) = try reader.read { database in
      (
        try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0,
        try Int.fetchOne(
          database, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'")
          ?? 0
      )
    }
    if tableCount == 0, application == 0 {
      // An empty file, or what a first start left that was cut short: for a writer to fill.
      guard mayBegin else { throw StoreError.missing(path: path) }
      return
    }
    guard application == Schema.applicationID else { throw StoreError.foreign(path: path) }
    guard version <= Schema.version else {
      throw StoreError.newer(found: version, known: Schema.version)
    }
    guard version == Schema.version || access != .readOnly else {
      throw StoreError.older(found: version, known: Schema.version)
    }
  }

  /// A pool; on a full disk one connection for everything. Where the log is empty, GRDB writes to it
  /// before it makes a pool, and what is in the library can be read without that.
  private static func open(_ path: String) throws -> any DatabaseWriter {
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      // GRDB may have written without waiting for the disk, and so may who was ended before it came: `checkLog`
      // relies on that all is there before the next commit is written.
      try sync(path + "-wal")
      return pool
    } catch let error where StoreError(error) == .full {
      return try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  private static func prepare(_ writer: any DatabaseWriter) throws {
    try makeDurable(writer)
    try Schema.migrate(writer)
  }

  /// Sets what must hold for each commit, and reads it back.
  private static func makeDurable(_ writer: any DatabaseWriter) throws {
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // Whatever a long read makes of it, the log is cut to this length when it begins anew.
      try database.execute(sql: "PRAGMA journal_size_limit = \(Limits.walByteCountMax)")
      let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1
      guard synchronous == 2 else { throw StoreError.notDurable(synchronous: synchronous) }
    }
  }

  private static func openingError(_ error: any Error, path: String) -> StoreError {
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_CANTOPEN: .missing(path: path)
    case .SQLITE_NOTADB: .foreign(path: path)
    default: StoreError(error)
    }
  }
}

extension StoreError {
  /// What `error`, thrown inside the engine, means to those above it.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_FULL: self = .full
      // The index of the log could not be made as large as it must be.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .full
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged("\(error.message ?? "SQLite says so").")
      default:
        self = .failed(
          code: Int(error.extendedResultCode.rawValue), error.message ?? "no reason given")
      }
    default: self = .failed(code: -1, "\(error)")
    }
  }
}
