import Dispatch
import Glibc
import Library
import Logging
import Store
import Synchronization
import Transport

/// Makes the server's own backups when they are due, beside everything else: a queue of its own waits
/// for the disk, so that no edit does.
actor BackupDesk: QueueActor {
  nonisolated let executor = QueueExecutor.dedicated(label: "dogear.backups")
  private let administration: Administration
  private let folder: BackupFolder
  private let keptCount: Int
  private let metrics: Metrics
  private let logger: Logger
  private var ticker: (any DispatchSourceTimer)?
  /// Read by whoever asks how the backups are, also while one is being made; nil where none are.
  private nonisolated let schedule: Mutex<BackupSchedule?>

  /// Makes a desk that backs up as `settings` say, the first time one interval after the last of its
  /// backups, or after the library was made.
  init(
    _ administration: Administration, _ settings: Settings, _ metrics: Metrics, logger: Logger
  ) throws {
    self.administration = administration
    self.metrics = metrics
    self.logger = logger
    folder = settings.backupFolder
    keptCount = settings.backupsKept
    let newest = folder.newest
    if let newest, settings.backupIntervalMilliseconds != nil {
      metrics.backedUp(at: newest.at, byteCount: newest.byteCount)
    }
    let since = try newest?.at ?? administration.owner().library.created
    schedule = Mutex(
      settings.backupIntervalMilliseconds.map { BackupSchedule(interval: $0, since: since) })
  }

  /// Starts looking whether a backup is due.
  nonisolated func open() {
    guard schedule.withLock({ $0 != nil }) else { return }
    post { desk in
      let timer = DispatchSource.makeTimerSource(queue: desk.executor.queue)
      timer.schedule(deadline: .now(), repeating: 1, leeway: .milliseconds(200))
      timer.setEventHandler { [weak desk] in desk?.assumeIsolated { $0.tick() } }
      timer.resume()
      desk.ticker = timer
    }
  }

  /// Makes no more backups. One that is being made is left to itself: the library hears of it no more.
  nonisolated func close() {
    schedule.withLock { $0 = nil }
  }

  /// Makes a backup where one is due, and lets the oldest go.
  func tick() {
    let now = administration.clock()
    guard let isDue = schedule.withLock({ $0?.isDue(now: now) }) else {
      ticker?.cancel()
      ticker = nil
      return
    }
    guard isDue else { return }
    let path = folder.path(now: now)
    do {
      let summary = try backUp(to: path)
      metrics.backedUp(at: administration.clock(), byteCount: summary.byteCount)
      schedule.withLock { $0?.succeed(now: now) }
      logger.info("Made a backup: \(summary.lines.joined(separator: "; ")).")
    } catch {
      let isThere = FileBytes.exists(path)
      metrics.backupsFailed.add()
      schedule.withLock { $0?.fail("\(error)", now: now, isThere: isThere) }
      logger.error("There is no fresh backup: \(error)")
    }
  }

  /// Makes one, and lets the oldest go, before anybody is told of it.
  private func backUp(to path: String) throws -> BackupSummary {
    try folder.create()
    // What was cut short may have the room that this one needs.
    folder.removeUnfinished()
    // Also one that is complete and could not be noted is one more.
    defer { folder.rotate(keeping: keptCount) }
    return try administration.backUp(to: path, replaces: false)
  }

  /// `GET /v1/backups`: `{enabled, last?, next?, kept, problem?}`. `last` is when the last backup
  /// was complete, this server's own or one that was asked for, and `kept` how many of its own
  /// there are.
  nonisolated var state: JSONValue {
    let schedule = schedule.withLock { $0 }
    var members: JSONObject = [
      "enabled": .bool(schedule != nil), "kept": .int(folder.backups.count),
    ]
    members["last"] = BackupRecord.last(of: administration.directory).map { .int($0.at) }
    members["next"] = schedule.map { .int($0.next) }
    members["problem"] = schedule?.problem.map(JSONValue.string)
    return .object(members)
  }
}
