import Library
import Store
import Synchronization
import Testing
import Transport

@testable import Hub
@testable import Server

/// How long a server that stops goes on saving.
struct DrainDeadlineTests {
  private let hub: LoneHub

  init() throws { hub = try LoneHub() }

  /// The head of the library, and how many messages the device got, after a stop by `deadline`.
  private func stopped(
    by deadline: ContinuousClock.Instant
  ) throws -> (head: Int?, messageCount: Int) {
    hub.actor.sync { [hub] actor in
      hub.inbox.post(contentsOf: LoneHub.letters(pushing: LoneHub.pushCount))
      actor.drain(by: deadline)
      actor.close()
    }
    return (try hub.head, hub.sentCount())
  }

  @Test func `what waits is saved and acked while there is time`() throws {
    let (head, messageCount) = try stopped(by: .now + .seconds(60))
    #expect(head == LoneHub.pushCount)
    #expect(messageCount == 1 + LoneHub.pushCount)
  }

  @Test func `after that nothing more is begun, nor acked`() throws {
    let (head, messageCount) = try stopped(by: .now - .seconds(1))
    #expect(head == 0)
    #expect(messageCount == 1)
  }

  @Test func `whoever goes on pushing does not keep a server from stopping`() throws {
    let letters = LoneHub.letters(pushing: LoneHub.pushCount + 50)
    let inbox = Mutex<Mailbox<HubLetter>?>(nil)
    // With the first acks the client sends the rest.
    let hub = try LoneHub {
      inbox.withLock { $0 }?.post(contentsOf: Array(letters.suffix(50)))
    }
    inbox.withLock { $0 = hub.inbox }
    try hub.actor.sync { actor throws in
      hub.inbox.post(contentsOf: Array(letters.dropLast(50)))
      actor.drain(by: .now + .seconds(60))
      let head = try hub.head
      #expect(head == LoneHub.pushCount)
    }
  }

  @Test func `nor is an edit of the server itself said to be saved`() throws {
    let item = ServerEdit.Item(
      id: "edit-1",
      changes: [Change(EntityKey(kind: "book", id: "b2"), set: ["title": .string("Emma")])])
    #expect(throws: StoreError.busy) {
      try hub.actor.sync { actor in
        actor.drain(by: .now - .seconds(1))
        _ = try actor.edit("books", base: nil, [item])
      }
    }
    #expect(try hub.head == 0)
  }
}
