import Store
import Testing
import Transport

@testable import Hub
@testable import Server

/// In which turns the hub's actor does its work.
struct HubActorTests {
  private let hub: LoneHub

  init() throws { hub = try LoneHub() }

  @Test func `who is in a first commit has the ack before a second is made`() throws {
    try hub.actor.sync { [hub] actor throws in
      hub.inbox.post(contentsOf: LoneHub.letters(pushing: LoneHub.pushCount))
      actor.drain()
      let head = try hub.head
      #expect(head == Hub.Limits.commitOperationCountMax)
      // The welcome comes before them.
      #expect(hub.sentCount() == 1 + Hub.Limits.commitOperationCountMax)
    }
  }

  @Test func `the mailbox rings once, and all that was in it is saved`() throws {
    let groupCount = 4
    let pushCount = groupCount * Hub.Limits.commitOperationCountMax
    hub.inbox.post(contentsOf: LoneHub.letters(pushing: pushCount))
    for _ in 0..<groupCount { hub.actor.sync { _ in } }
    #expect(try hub.head == pushCount)
    #expect(hub.sentCount() == 1 + pushCount)
  }

  @Test func `what came while a commit was made is in the next one`() throws {
    try hub.actor.sync { [hub] actor throws in
      let letters = LoneHub.letters(pushing: LoneHub.pushCount)
      hub.inbox.post(contentsOf: Array(letters.dropLast(50)))
      actor.drain()
      hub.inbox.post(contentsOf: letters.suffix(50))
      let before = hub.store.commitCount
      actor.drain()
      #expect(hub.store.commitCount == before + 1)
      let head = try hub.head
      #expect(head == LoneHub.pushCount)
    }
  }

  @Test func `while enough for a commit waits nothing is taken out of the mailbox`() {
    hub.actor.sync { [hub] actor in
      let letters = LoneHub.letters(pushing: 2 * LoneHub.pushCount + 1)
      hub.inbox.post(contentsOf: letters.dropLast())
      actor.drain()
      hub.inbox.post(contentsOf: letters.suffix(1))
      actor.drain()
      #expect(hub.inbox.drain().count == 1)
    }
  }

  @Test(arguments: 3...6)
  func `what was left in the mailbox is taken though it does not ring again`(groupCount: Int) throws
  {
    let pushCount = groupCount * Hub.Limits.commitOperationCountMax
    hub.actor.sync { [hub] actor in
      let letters = LoneHub.letters(pushing: pushCount + 1)
      hub.inbox.post(contentsOf: letters.dropLast())
      actor.drain()
      hub.inbox.post(contentsOf: letters.suffix(1))
    }
    for _ in 0...groupCount { hub.actor.sync { _ in } }
    #expect(try hub.head == pushCount + 1)
  }
}
