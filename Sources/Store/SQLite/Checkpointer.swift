import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Folds the write-ahead log into the database beside whoever writes, on a thread and a connection of its
/// own: a full log takes a twentieth of a second on a fast disk and seconds on a memory card, which no
/// ack should wait for. When, and what is left to the writer, a `CheckpointPlan` says;
/// how fast, a `FoldingPace`.
final class Checkpointer: Sendable {
  private let connection: DatabaseQueue
  private let queue = DispatchQueue(label: "dogear.checkpoint")
  private let plan: Mutex<CheckpointPlan>
  private let pace = FoldingPace()
  /// How many frames the last commit left in the log.
  private let frameCount = Atomic(0)

  /// Folds the log of the database at `path`, which SQLite no longer does of itself for `writer`. It must
  /// live as long as `writer` does.
  /// - Throws: What SQLite reports.
  init(path: String, for writer: some DatabaseWriter, plan: CheckpointPlan = .init()) throws {
    self.plan = Mutex(plan)
    var configuration = Configuration()
    configuration.label = "Dogear.checkpoint"
    connection = try DatabaseQueue(path: path, configuration: configuration)
    writer.writeWithoutTransaction { database in
      let listener = unsafe Unmanaged.passUnretained(self).toOpaque()
      // It takes the place of the one that SQLite folds by.
      _ = unsafe sqlite3_wal_hook(
        database.sqliteConnection,
        { listener, _, _, frameCount in
          guard let listener = unsafe listener else { return SQLITE_OK }
          unsafe Unmanaged<Checkpointer>.fromOpaque(listener).takeUnretainedValue()
            .frameCount.store(Int(frameCount), ordering: .relaxed)
          return SQLITE_OK
        }, listener)
    }
  }

  /// Does what is to be done after a commit of `writer`, or sees to it. What fails is tried again later:
  /// the commit is no less safe in the log.
  func committed(_ writer: some DatabaseWriter) {
    let count = frameCount.load(ordering: .relaxed)
    switch plan.withLock({ $0.next(after: count) }) {
    case .none: break
    case .beside(let frameCount):
      let isLong = frameCount > Limits.walHurriedPageCountMax
      queue.async { [self] in fold(through: connection, count, at: isLong ? pace : nil) }
    case .here:
      finish()
      fold(through: writer, count)
    }
  }

  /// Waits for what is under way.
  func finish() { pace.hurry { queue.sync {} } }

  /// Lets go of the file.
  /// - Throws: What SQLite reports.
  func close() throws {
    finish()
    try connection.close()
  }

  private func fold(
    through connection: some DatabaseWriter, _ count: Int, at pace: FoldingPace? = nil
  ) {
    let folded = try? connection.writeWithoutTransaction { database in
      pace?.begin()
      DatabaseFile.of(database)?.pace = pace
      return try database.checkpoint(.passive)
    }
    plan.withLock { $0.folded(folded?.checkpointedFrameCount, of: count) }
  }
}
