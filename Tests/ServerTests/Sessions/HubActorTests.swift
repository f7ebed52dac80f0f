import Store
import Testing
import Transport

@testable import Hub
@testable import Server

/// In which turns the hub's actor does its work.
struct HubActorTests {
  private let hub: LoneHub

  init() throws { hub = try LoneHub() }

  /// More than one commit takes.
  private static let pushCount = Hub.Limits.commitOperationCountMax + 100

  @Test func `who is in a first commit has the ack before a second is made`() throws {
    try hub.actor.sync { [hub] actor throws in
      hub.inbox.post(contentsOf: LoneHub.letters(pushing: Self.pushCount))
      actor.drain()
      let head = try hub.head
      #expect(head == Hub.Limits.commitOperationCountMax)
      // The welcome comes before them.
      #expect(hub.sentCount() == 1 + Hub.Limits.commitOperationCountMax)
    }
    // It goes on by itself, once the hub is free.
    hub.actor.sync { _ in }
    #expect(try hub.head == Self.pushCount)
    #expect(hub.sentCount() == Self.pushCount - Hub.Limits.commitOperationCountMax)
  }

  @Test func `what came while a commit was made is in the next one`() throws {
    try hub.actor.sync { [hub] actor throws in
      let letters = LoneHub.letters(pushing: Self.pushCount)
      hub.inbox.post(contentsOf: Array(letters.dropLast(50)))
      actor.drain()
      hub.inbox.post(contentsOf: letters.suffix(50))
      let before = hub.store.commitCount
      actor.drain()
      #expect(hub.store.commitCount == before + 1)
      let head = try hub.head
      #expect(head == Self.pushCount)
    }
  }

  @Test func `while a commit is full nothing more is taken out of the mailbox`() throws {
    try hub.actor.sync { [hub] actor throws in
      let letters = LoneHub.letters(pushing: 2 * Self.pushCount + 1)
      hub.inbox.post(contentsOf: letters.dropLast())
      actor.drain()
      hub.inbox.post(contentsOf: letters.suffix(1))
      actor.drain()
      #expect(hub.inbox.drain().count == 1)
    }
    // All that was taken is saved without a ring.
    for _ in 0..<3 { hub.actor.sync { _ in } }
    #expect(try hub.head == 2 * Self.pushCount)
  }
}
