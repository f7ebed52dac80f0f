public import Library
import Wire

/// A library on this device: there at once, with or without a network, and kept in step with a Dogear
/// server whenever there is one.
///
/// Reading and editing never wait for the server. What is edited shows at once, is safe on this device
/// when `edit` returns, and goes to the server as soon as that is within reach: in the order of its
/// making, once, and merged with what others did meanwhile. See <doc:Replica> for an example.
///
/// One process at a time opens a storage. All methods may be called from anywhere; what is called
/// first is done first.
public actor LocalLibrary: QueueConfined {
  nonisolated let executor = ActorQueue(label: "dogear.replica")

  /// The executor, as the runtime wants it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// The server.
  public nonisolated let server: ServerAddress

  /// Why the server could not be reached when it was last tried: one sentence; nil while it can, and
  /// before the first try.
  public internal(set) var lastFailure: String?

  nonisolated let client: String
  let desk: StorageDesk
  var token: String?
  var machine: ReplicaMachine
  var socket: ServerSocket?
  /// Which timers are set; a ticket that is no longer here is void.
  var timers: [ReplicaTimer: Int] = [:]
  var ticketCount = 0
  var shutOut = ShutOut()
  var socketCount = 0
  var digestion = Digestion()
  /// Whether a batch is on its way to the disk.
  var isSaving = false
  var editors: [String: CheckedContinuation<Void, any Error>] = [:]
  var changeOutlets = Outlets<LibraryChange>()
  var statusOutlets = Outlets<Status>()
  var closers: [CheckedContinuation<Void, Never>] = []
  /// Whether it was started.
  var isSyncing = false
  var isClosing = false

  init(_ kept: Kept, desk: StorageDesk, server: ServerAddress, client: String) {
    self.desk = desk
    self.server = server
    self.client = client
    token = kept.token
    machine = ReplicaMachine(
      kept.stored,
      settings: ReplicaMachine.Settings(client: client, token: kept.token),
      turn: Turn.now())
  }

  deinit {
    // Whoever forgot `close` loses no edit: what was not settled is not promised.
    socket?.close(.goingAway, reason: "gone")
    changeOutlets.finish()
    statusOutlets.finish()
    desk.close()
  }

  // MARK: Reading

  /// What a person sees: what the server confirmed, with this device's own edits on top.
  ///
  /// A snapshot, which does not change. Taking it costs nothing; while somebody holds one, the next
  /// change copies the view's index.
  public var view: LibraryView { machine.view }

  /// The entity, living or in Trash, or an alias, which shows no more edits: `view.resolve` finds what
  /// it stands for. Nil when nobody made it.
  public func get(_ key: EntityKey) -> EntityView? { machine.view[key] }

  /// The living entities of a kind, in no particular order.
  public func list(_ kind: String) -> [EntityView] { machine.view.list(kind) }

  /// The sync in one honest thing.
  public var status: Status { machine.status }

  /// How far this copy has come, and who it is.
  public var checkpoint: Checkpoint { machine.checkpoint }

  /// The id of the library that the server has for this device, where it is another one than is kept here:
  /// the status is `problem` then, and nothing is sent.
  public var foreignLibrary: String? { machine.foreignLibrary }

  /// What a person calls the device with this id, which stands in `EntityView.by`; nil where the
  /// server has not told.
  public func deviceName(_ id: String) -> String? {
    machine.checkpoint.devices.first { $0.id == id }?.name
  }

  // MARK: Watching

  /// What changes from now on, own edits and others'.
  ///
  /// Changes come in order. A slow observer gets what it missed as one; what an entity shows then is
  /// asked for by `get`. The stream ends when the library is closed.
  public func changes() -> AsyncStream<LibraryChange> {
    guard !isClosing else { return AsyncStream { nil } }
    return changeOutlets.add()
  }

  /// The status of now, and each later one; a slow observer gets the latest. The stream ends when the
  /// library is closed.
  public func statuses() -> AsyncStream<Status> {
    guard !isClosing else { return AsyncStream { nil } }
    return statusOutlets.add(machine.status)
  }
}

/// The library was closed.
public struct LibraryClosed: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence.
  public var description: String { "The library was closed." }
}
