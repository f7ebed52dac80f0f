import Dispatch
import GRDB
import GRDBSQLite
import Glibc
import Synchronization

/// Folds the write-ahead log into the database beside whoever writes, on a thread and a connection of its
/// own: a full log takes a twentieth of a second on a fast disk and seconds on a memory card, which no
/// ack should wait for. When, and what is left to the writer, a `CheckpointPlan` says;
/// how fast, a `FoldingPace`.
///
/// And what is in the log is not left there for long, so that little is ever there alone: some time after a
/// commit, and when it is asked to, it folds all and empties the log.
final class Checkpointer: Sendable {
  private let connection: DatabaseQueue
  private let queue = DispatchQueue(label: "dogear.checkpoint")
  private let plan: Mutex<CheckpointPlan>
  private let pace = FoldingPace()
  /// How many frames the last commit left in the log.
  private let frameCount = Atomic(0)
  private let log: String
  private let delay: DispatchTimeInterval
  /// Whether the log will be emptied in a while.
  private let isEmptyingDue = Atomic(false)
  private let isStopped = Atomic(false)

  /// Folds the log of the database at `path`, which SQLite no longer does of itself for `writer`. It must
  /// live as long as `writer` does.
  /// - Throws: What SQLite reports.
  init(
    path: String, for writer: some DatabaseWriter, plan: CheckpointPlan = .init(),
    delay: DispatchTimeInterval = .seconds(Limits.foldingDelaySeconds)
  ) throws {
    self.plan = Mutex(plan)
    log = path + "-wal"
    self.delay = delay
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
    emptyLater()
  }

  /// Frames of the log that may not be in the database yet: where nothing was committed or folded since it was
  /// opened, as many as the file has room for.
  var restCount: Int {
    if let count = plan.withLock({ $0.restCount }) { return count }
    var status = stat()
    guard unsafe stat(log, &status) == 0 else { return 0 }
    return Int(status.st_size) / (LogFrames.frameHeadByteCount + Limits.pageByteCount)
  }

  /// Folds all of the log and empties it, beside whoever writes. What fails is tried again later.
  func empty() {
    queue.async { [self] in
      if !hasEmptied() { emptyLater() }
    }
  }

  private func emptyLater() {
    guard !isEmptyingDue.exchange(true, ordering: .relaxed) else { return }
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self else { return }
      isEmptyingDue.store(false, ordering: .relaxed)
      if !hasEmptied() { emptyLater() }
    }
  }

  /// Folds all of the log and empties it. False where somebody reads in it, or writes much, or the disk is full.
  private func hasEmptied() -> Bool {
    guard !isStopped.load(ordering: .relaxed) else { return true }
    let count = frameCount.load(ordering: .relaxed)
    // Whoever commits while it is emptied waits for what is not folded before.
    guard let rest = fold(through: connection, count, at: pace), rest <= Limits.walRestPageCountMax
    else { return false }
    let emptied: Void? = try? connection.writeWithoutTransaction { database in
      DatabaseFile.of(database)?.pace = nil
      _ = try database.checkpoint(.truncate)
    }
    guard emptied != nil else { return false }
    frameCount.store(0, ordering: .relaxed)
    plan.withLock { $0.emptied() }
    return true
  }

  /// Waits for what is under way.
  func finish() { pace.hurry { queue.sync {} } }

  /// Begins nothing more by itself.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Lets go of the file.
  /// - Throws: What SQLite reports.
  func close() throws {
    stop()
    finish()
    try connection.close()
  }

  /// How far folding has come.
  private struct Progress {
    let foldedCount: Int
    let restCount: Int
  }

  /// Returns how many frames of the log are not in the database after it; nil where it failed.
  @discardableResult
  private func fold(
    through connection: some DatabaseWriter, _ count: Int, at pace: FoldingPace? = nil
  ) -> Int? {
    let progress = try? connection.writeWithoutTransaction { database in
      pace?.begin()
      DatabaseFile.of(database)?.pace = pace
      let (count, foldedCount) = try database.checkpoint(.passive)
      return Progress(foldedCount: foldedCount, restCount: count - foldedCount)
    }
    plan.withLock { $0.folded(progress?.foldedCount, of: count) }
    return progress?.restCount
  }
}
