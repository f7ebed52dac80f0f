import Hub
import Library
import Logging
import Store
import Transport
import Wire

@testable import Server

/// A hub on an empty library, with one connection that a test speaks for.
struct LoneHub {
  let store: SQLiteStore
  let outbox: Mailbox<LoopLetter>
  let actor: HubActor
  let inbox: Mailbox<HubLetter>

  /// Pushes of which one commit takes all but a hundred.
  static let pushCount = Hub.Limits.commitOperationCountMax + 100

  private static let session = SessionID(0)
  private static let secret = SecretHash([UInt8](repeating: 1, count: 32))

  /// A hub that has `answer` called whenever it has something for the connection again.
  init(_ answer: @escaping @Sendable () -> Void = {}) throws {
    outbox = Mailbox(ring: answer)
    store = try SQLiteStore()
    try store.add(
      AccountRecord(id: "anna", name: "Anna", created: 1_000),
      with: LibraryRecord(
        id: "books", account: "anna", name: "Books", epoch: "epoch-1", created: 1_000))
    try store.add(
      DeviceRecord(id: "laptop", account: "anna", name: "Laptop", created: 1_000),
      secret: Self.secret)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    actor = HubActor(
      SyncHub(store: store, instance: "test"), paired: PairedSecrets(try store.secrets()),
      clock: { 2_000 }, outboxes: [outbox], meter: HubMeter(Metrics(start: 0), logger))
    inbox = actor.open()
  }

  /// What comes of a device that connects, and pushes so many operations one by one, each a new book.
  static func letters(pushing count: Int) -> [HubLetter] {
    let hello = Hello(client: "test", incarnation: "one", isLive: false, clock: 2_000)
    let pushes = (1...count).map { n in
      let change = Change(
        EntityKey(kind: "book", id: "b\(n)"), life: .create, set: ["title": .string("Dune")])
      return Push(
        batch: .number(n), [Operation(id: "op-\(n)", n: n, base: 0, at: 2_000, changes: [change])])
    }
    let events: [HubEvent] =
      [
        .connected(session, secret: secret),
        .received(session, .hello(hello), byteCount: 0, secret: nil),
      ]
      + pushes.map { push in .received(session, .push(push), byteCount: 100, secret: nil) }
    return events.map { HubLetter(event: $0, at: .now) }
  }

  /// How many messages the connection has got since this was asked last.
  func sentCount() -> Int {
    outbox.drain().count { letter in
      guard case .send = letter else { return false }
      return true
    }
  }

  /// How far the library has come.
  var head: Int? { get throws { try store.library("books")?.head } }
}
