import Library
import Wire

/// The offline-first client as a state machine: events in, outputs out, and neither socket nor clock
/// inside (SYNC §3). The same in a browser: Web/replica.
///
/// A driver opens sockets, keeps timers and writes transactions as the outputs say, and feeds what
/// happens back as events, one at a time, in the order in which they happen. After `disconnect`
/// nothing more may come from that socket.
///
/// Edits show at once, leave for the server only when the storage has them, and stay until a restored
/// server could no longer lack them. Nothing the server refuses is lost, and nothing blocks what
/// stands behind it.
public struct ReplicaMachine: Sendable {
  /// What a program tells the server of itself.
  public struct Settings: Hashable, Sendable {
    /// The program's name and version, for the server's log.
    public var client: String
    /// The device's secret.
    public var token: String?
    /// What the program would call this device (`Hello.deviceName`).
    public var deviceName: String?

    /// Makes settings.
    public init(client: String, token: String? = nil, deviceName: String? = nil) {
      self.client = client
      self.token = token
      self.deviceName = deviceName
    }
  }

  var ledger: Ledger
  var connection = Connection()
  var catchUp = CatchUp()
  var outputs: [Output] = []
  var limits = SessionLimits()
  /// The server's clock at the last welcome: it is at least as late. Ours may be set at any time.
  var serverClock = 0
  /// New incarnations since the server last took an op.
  var forkCount = 0
  /// The id of the library this device is paired with now, when it is not the one kept here.
  public internal(set) var foreignLibrary: String?
  private var settings: Settings
  private var lastStatus: Status?

  /// Takes up where the storage left off; nil begins anew, under `turn.fresh` as incarnation.
  public init(_ stored: Stored?, settings: Settings, turn: Turn) {
    ledger = Ledger(stored, incarnation: turn.fresh)
    self.settings = settings
  }

  /// What a person sees: confirmed entities with our own ops on top.
  public var view: LibraryView { ledger.view }

  /// How far this replica has come.
  public var checkpoint: Checkpoint { ledger.checkpoint }

  /// Ops the server refused, oldest first.
  public var problems: [QueuedOperation] { ledger.queue.refused }

  /// Ops the server does not have yet, oldest first.
  public var waiting: [QueuedOperation] { ledger.queue.waiting }

  /// Whether it keeps the op `id`, whatever the server said of it; what it let go of may be on the disk
  /// still, until that has heard of it.
  package func keeps(_ id: String) -> Bool { ledger.queue.has(id) }

  /// Takes one event and says what is to be done.
  public mutating func handle(_ event: Event, _ turn: Turn) -> [Output] {
    outputs = []
    dispatch(event, turn)
    pump()
    tell()
    return outputs
  }

  private mutating func dispatch(_ event: Event, _ turn: Turn) {
    switch event {
    case .start:
      // Its stop took the timer away that would have tried the disk again.
      ledger.retrySaving()
      connection.start(&outputs)
    case .stop: lose { connection, outputs in connection.stop(&outputs) }
    case .wake: connection.wake(now: turn.now, &outputs)
    case .network(true): connection.network(isUp: true, turn, &outputs)
    case .network(false):
      lose { connection, outputs in connection.network(isUp: false, turn, &outputs) }
    case .paired(let token):
      if let token { settings.token = token }
      foreignLibrary = nil
      lose { connection, outputs in connection.paired(&outputs) }
    case .opened: if connection.phase == .connecting { greet(settings, turn) }
    case .message(let message): received(message, turn)
    case .unreadable(let reason): giveUp(reason, turn)
    case .closed(let code, _): closed(code, turn)
    case .timer(let timer): fired(timer, turn)
    case .edit(let id, let changes, let made): edit(id, changes, made: made, turn)
    case .retry(let id): retry(id, turn)
    case .discard(let id):
      if ledger.queue.refused(id) != nil { ledger.write(Batch(removedOperations: [id])) }
    case .persisted(let number): tellSettled(ledger.persisted(number))
    case .notPersisted(let number, let reason):
      if ledger.notPersisted(number, reason: reason) {
        connection.schedule(.persist, after: Limits.persistRetryMilliseconds, &outputs)
      }
    }
  }

  private mutating func fired(_ timer: ReplicaTimer, _ turn: Turn) {
    guard connection.fired(timer) else { return }
    switch timer {
    case .reconnect: connection.reconnect(&outputs)
    case .heartbeat: connection.heartbeat(now: turn.now, &outputs)
    case .deadline:
      catchUp.late()
      lose { connection, outputs in connection.abandon(.goingAway, "no answer", turn, &outputs) }
    case .persist: ledger.retrySaving()
    case .gap: break
    }
  }

  /// What views, disk and people must know after every turn.
  private mutating func tell() {
    if let changed = ledger.takeChanged() { outputs.append(changed) }
    if let save = ledger.nextSave() { outputs.append(save) }
    let status = status
    if status != lastStatus { outputs.append(.status(status)) }
    lastStatus = status
  }

  mutating func tellSettled(_ ids: [String]) {
    if !ids.isEmpty { outputs.append(.settled(ids)) }
  }
}
