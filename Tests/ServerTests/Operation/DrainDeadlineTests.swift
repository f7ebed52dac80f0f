import Hub
import Library
import Logging
import Store
import Testing
import Transport
import Wire

@testable import Server

/// How long a server that stops goes on saving.
struct DrainDeadlineTests {
  private let store: SQLiteStore
  private let outbox = Mailbox<LoopLetter> {}
  private let actor: HubActor
  private let inbox: Mailbox<HubLetter>

  init() throws {
    store = try SQLiteStore()
    let secret = SecretHash([UInt8](repeating: 1, count: 32))
    try store.add(
      AccountRecord(id: "anna", name: "Anna", created: 1_000),
      with: LibraryRecord(
        id: "books", account: "anna", name: "Books", epoch: "epoch-1", created: 1_000))
    try store.add(
      DeviceRecord(id: "laptop", account: "anna", name: "Laptop", created: 1_000), secret: secret)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    actor = HubActor(
      SyncHub(store: store, instance: "test"), clock: { 2_000 }, outboxes: [outbox],
      meter: HubMeter(Metrics(start: 0), logger))
    inbox = actor.open()
    let hello = Hello(client: "test", incarnation: "one", isLive: false, clock: 2_000)
    let session = SessionID(0)
    let change = Change(
      EntityKey(kind: "book", id: "b1"), life: .create, set: ["title": .string("Dune")])
    let push = Push(
      batch: 1, [Operation(id: "op-1", n: 1, base: 0, at: 2_000, changes: [change])])
    events = [
      .connected(session, secret: secret),
      .received(session, .hello(hello), byteCount: 0, secret: nil),
      .received(session, .push(push), byteCount: 100, secret: nil),
    ]
  }

  private let events: [HubEvent]

  /// The head of the library, and how many messages the device got, after a stop by `deadline`.
  private func stopped(
    by deadline: ContinuousClock.Instant
  ) throws -> (head: Int?, messageCount: Int) {
    let letters = events.map { HubLetter(event: $0, at: .now) }
    actor.sync { [inbox] hub in
      inbox.post(contentsOf: letters)
      hub.drain(by: deadline)
      hub.close()
    }
    return (try store.library("books")?.head, outbox.drain().count)
  }

  @Test func `what waits is saved and acked while there is time`() throws {
    let (head, messageCount) = try stopped(by: .now + .seconds(60))
    #expect(head == 1)
    #expect(messageCount == 2)
  }

  @Test func `after that nothing more is begun, nor acked`() throws {
    let (head, messageCount) = try stopped(by: .now - .seconds(1))
    #expect(head == 0)
    #expect(messageCount == 1)
  }

  @Test func `nor is an edit of the server itself said to be saved`() throws {
    let item = ServerEdit.Item(
      id: "edit-1",
      changes: [Change(EntityKey(kind: "book", id: "b2"), set: ["title": .string("Emma")])])
    #expect(throws: StoreError.busy) {
      try actor.sync { hub in
        hub.drain(by: .now - .seconds(1))
        _ = try hub.edit("books", base: nil, [item])
      }
    }
    #expect(try store.library("books")?.head == 0)
  }
}
