import Hub
import Library
import Store
import Testing
import Wire

/// A hub with an account, a library and devices, whose outputs are sorted into what each connection
/// got. Nothing waits and nothing is timed: an event happens when a test says so.
struct Harness {
  var hub: SyncHub
  let store: FaultyStore
  /// What stands behind `store`.
  let database: SQLiteStore
  var now = 10_000

  /// What each connection was sent, in order.
  var received: [SessionID: [ServerMessage]] = [:]
  /// How connections were closed.
  var closed: [SessionID: CloseCode] = [:]
  /// Every broadcast: to whom, and with which bytes.
  var broadcasts: [(to: [SessionID], message: EncodedMessage)] = []
  /// What came of server edits.
  var edited: [Int: Result<[Ack.Result], StoreError>] = [:]
  var paused: Set<SessionID> = []
  var isCommitDue = false

  /// Devices whose tokens hash to their own name.
  static let devices = ["laptop", "phone", "tablet"]

  /// The server as somebody restored it from `backup`: the same library in another epoch.
  init(restoring backup: SQLiteStore, epoch: String, now: Int) throws {
    database = backup
    store = FaultyStore(backup)
    try store.beginEpochs { epoch }
    hub = SyncHub(store: store, instance: "restored")
    self.now = now
  }

  init() throws {
    database = try SQLiteStore()
    store = FaultyStore(database)
    try store.add(
      AccountRecord(id: "anna", name: "Anna", created: 1_000),
      with: LibraryRecord(
        id: "books", account: "anna", name: "Anna's books", epoch: "epoch-1", created: 1_000))
    for id in Self.devices {
      try store.add(
        DeviceRecord(id: id, account: "anna", name: id.uppercased(), created: 1_000),
        secret: .of(id))
    }
    hub = SyncHub(store: store, instance: "test")
  }

  /// Lets an event happen. A commit that comes due waits for `commit()`.
  mutating func happen(_ event: HubEvent) {
    take(hub.handle(event, now: now))
  }

  /// Lets days pass as they do for a server that runs: it looks at its clock.
  mutating func pass(days: Int) {
    for _ in 0..<days {
      now += 86_400_000
      happen(.tick)
    }
  }

  mutating func take(_ outputs: [HubOutput]) {
    for output in outputs {
      switch output {
      case .send(let id, let message): receive(message, id)
      case .broadcast(let ids, let message):
        broadcasts.append((ids, message))
        for id in ids { receive(message, id) }
      case .close(let id, let code, _): closed[id] = code
      case .commitDue: isCommitDue = true
      case .pauseReading(let id): paused.insert(id)
      case .resumeReading(let id): paused.remove(id)
      case .edited(let id, let result): edited[id] = result
      }
    }
  }

  private mutating func receive(_ message: EncodedMessage, _ id: SessionID) {
    // What cannot be read back shows as unknown, which no test expects.
    let decoded = (try? ServerMessage(decoding: message.bytes)) ?? .unknown(type: "unreadable")
    received[id, default: []].append(decoded)
  }

  /// Runs every commit that is due.
  mutating func commit() {
    while isCommitDue {
      isCommitDue = false
      happen(.commit)
    }
  }
}

// MARK: Clients

extension Harness {
  /// Connects `device` as connection `number` and says hello. Returns the connection.
  @discardableResult
  mutating func join(
    _ number: Int, as device: String, incarnation: String = "first", epoch: String? = nil,
    cursor: Int = 0, sent: Hello.Sent? = nil, isLive: Bool = true
  ) -> SessionID {
    let id = SessionID(number)
    happen(.connected(id, secret: .of(device)))
    say(
      .hello(
        Hello(
          client: "test", incarnation: incarnation, epoch: epoch, cursor: cursor, sent: sent,
          isLive: isLive, clock: now)), id)
    return id
  }

  /// Lets a laptop (1, whose next n is 3) and a phone (2, whose next n is 2) come that rated a book
  /// differently; gives the conflict that this left, at 3.
  mutating func joinInConflict() throws -> (
    laptop: SessionID, phone: SessionID, conflict: EntityKey
  ) {
    let (laptop, phone) = (join(1, as: "laptop"), join(2, as: "phone"))
    push([.make("emma", n: 1, .book("emma"))], laptop)
    commit()
    push([.make("a", n: 2, base: 1, .edit("emma", "rating", 100))], laptop)
    push([.make("b", n: 1, base: 1, .edit("emma", "rating", 200))], phone)
    commit()
    let id = try #require(acks(phone).last?.results.first?.conflict)
    return (laptop, phone, EntityKey(kind: "conflict", id: id))
  }

  /// Sends `message` from a connection.
  mutating func say(_ message: ClientMessage, _ id: SessionID) {
    happen(.received(id, message, byteCount: message.encoded().count, secret: nil))
  }

  /// Pushes operations as batch `batch`; the commit waits.
  mutating func push(_ operations: [Operation], batch: BatchName = 1, _ id: SessionID) {
    say(.push(Push(batch: batch, operations)), id)
  }

  /// Pulls once and returns the page.
  mutating func pull(since cursor: Int, limit: Int = 1_000, _ id: SessionID) -> Page? {
    say(.pull(Pull(since: cursor, limit: limit)), id)
    guard case .page(let page) = received[id]?.last else { return nil }
    return page
  }

  // MARK: What came

  func welcome(_ id: SessionID) -> Welcome? {
    for case .welcome(let welcome) in received[id] ?? [] { return welcome }
    return nil
  }

  func acks(_ id: SessionID) -> [Ack] {
    (received[id] ?? []).compactMap { message in
      guard case .ack(let ack) = message else { return nil }
      return ack
    }
  }

  func changes(_ id: SessionID) -> [Changes] {
    (received[id] ?? []).compactMap { message in
      guard case .changes(let changes) = message else { return nil }
      return changes
    }
  }

  func error(_ id: SessionID) -> ErrorNotice? {
    for case .error(let notice) in received[id] ?? [] { return notice }
    return nil
  }
}

extension SecretHash {
  /// A stand-in for a hash: the name itself, filled up.
  static func of(_ name: String) -> SecretHash {
    SecretHash(Array((Array(name.utf8) + Array(repeating: 0, count: 32)).prefix(32)))
  }
}

extension Operation {
  /// An operation that writes `changes`, by an author that had seen up to `base`.
  static func make(
    _ id: String, n: Int, base: Int = 0, at: Int = 9_000, _ changes: Change...
  ) -> Operation {
    Operation(id: id, n: n, base: base, at: at, changes: changes)
  }
}

extension Change {
  /// Makes the book `id`.
  static func book(_ id: String, title: String = "Emma") -> Change {
    Change(EntityKey(kind: "book", id: id), life: .create, set: ["title": .string(title)])
  }

  /// Writes one field of the book `id`.
  static func edit(_ id: String, _ field: String, _ value: JSONValue) -> Change {
    Change(EntityKey(kind: "book", id: id), set: [field: value])
  }
}
