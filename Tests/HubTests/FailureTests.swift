import Hub
import Library
import Store
import Testing
import Wire

/// What the disk does to a commit, nobody loses.
@Suite struct FailureTests {
  private let emma = Operation.make("op-1", n: 1, .book("emma"))

  @Test func `a full disk acks nothing, tells the pushers when to come back, and loses nothing`()
    throws
  {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.store.fail { _ in .full }
    harness.push([emma], batch: 1, laptop)
    harness.push([.make("op-2", n: 2, .book("sanditon"))], batch: 2, laptop)
    harness.commit()
    #expect(harness.acks(laptop).isEmpty)
    #expect(harness.broadcasts.isEmpty)
    #expect(harness.closed == [laptop: .restart])
    #expect(harness.error(laptop)?.retryAfterMilliseconds == 5_000)
    // Who only reads is not disturbed.
    let page = harness.pull(since: 0, phone)
    #expect(page?.head == 0)
    harness.store.fail(nil)
    let again = harness.join(3, as: "laptop")
    #expect(harness.welcome(again)?.lastN == 0)
    harness.push([emma, .make("op-2", n: 2, .book("sanditon"))], again)
    harness.commit()
    #expect(harness.acks(again).first?.results.map(\.seq) == [1, 2])
    #expect(harness.changes(phone).map(\.to) == [2])
    #expect(try harness.store.findings() == [])
  }

  @Test func `what was pushed behind a failed commit is not taken out of its order`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push((1...256).map { .make("op-\($0)", n: $0, .book("b-\($0)")) }, batch: 1, laptop)
    harness.push((257...512).map { .make("op-\($0)", n: $0, .book("b-\($0)")) }, batch: 2, laptop)
    harness.push([.make("op-513", n: 513, .book("b-513"))], batch: 3, laptop)
    harness.store.fail { $0.operations.count > 1 ? .full : nil }
    harness.commit()
    #expect(harness.acks(laptop).isEmpty)
    #expect(try harness.store.library("books")?.head == 0)
    #expect(harness.closed == [laptop: .restart])
  }

  @Test func `a disk that is full or busy is not tried again for each push`() throws {
    for error in [StoreError.full, .busy] {
      var harness = try Harness()
      let ids = (1...3).map { harness.join($0, as: Harness.devices[$0 - 1]) }
      harness.store.fail { $0.operations.count > 1 ? error : nil }
      for id in ids { harness.push([.make("op-\(id.number)", n: 1, .book("emma"))], id) }
      harness.commit()
      #expect(harness.closed.count == 3)
      #expect(harness.store.commitCount == 0)
    }
  }

  @Test func `one push that cannot be saved does not stop the others`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    let tablet = harness.join(3, as: "tablet")
    harness.store.fail { batch in
      batch.operations.contains { $0.device == "phone" } ? .damaged("a page is torn.") : nil
    }
    harness.push([emma], laptop)
    harness.push([.make("p", n: 1, .book("sanditon"))], phone)
    harness.push([.make("t", n: 1, .book("persuasion"))], tablet)
    harness.commit()
    #expect(harness.acks(laptop).first?.results.first?.seq == 1)
    #expect(harness.acks(tablet).first?.results.first?.seq == 2)
    #expect(harness.closed == [phone: .restart])
    #expect(harness.error(phone)?.message.contains("a page is torn") == true)
    // Live messages stay gapless through all of it.
    #expect(harness.changes(tablet).map(\.from) == [0, 1])
    #expect(try harness.store.findings() == [])
  }

  /// A copy of the laptop pushes an edit under a number that is another's, then one that would fit by its number.
  private func joinCloned() throws -> (Harness, laptop: SessionID) {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([emma], laptop)
    harness.commit()
    harness.push([.make("clone", n: 1, .book("b"))], batch: 2, laptop)
    return (harness, laptop)
  }

  private let follower = Operation.make("op-2", n: 2, .book("c"))

  @Test func `what follows on a foreign edit is not taken either when others cannot be saved`()
    throws
  {
    var (harness, laptop) = try joinCloned()
    harness.push([follower], batch: 3, laptop)
    harness.happen(.disconnected(laptop))
    let phone = harness.join(2, as: "phone")
    harness.push([.make("p", n: 1, .book("p"))], phone)
    harness.store.fail { batch in
      batch.operations.contains { $0.device == "phone" } ? .damaged("a page is torn.") : nil
    }
    harness.commit()
    #expect(harness.closed == [phone: .restart])
    #expect(try harness.store.library("books")?.head == 1)
  }

  @Test func `what follows on an edit that could not be saved goes with it when its sender left`()
    throws
  {
    var (harness, laptop) = try joinCloned()
    // What fills a commit comes between the two.
    let phone = harness.join(2, as: "phone")
    let many = (1...Limits.commitOperationCountMax).map { n in
      Operation.make("phone-\(n)", n: n, .book("p-\(n)"))
    }
    harness.push([.make("p", n: 1, .book("p"))], harness.join(3, as: "tablet"))
    harness.push(many, phone)
    harness.push([follower], batch: 3, laptop)
    harness.happen(.disconnected(laptop))
    harness.store.fail { _ in .full }
    harness.happen(.commit)
    harness.store.fail(nil)
    harness.commit()
    #expect(try harness.store.library("books")?.head == 1 + many.count)
  }

  @Test func `a server edit learns that it was not saved`() throws {
    var harness = try Harness()
    harness.store.fail { _ in .full }
    harness.happen(
      .edit(
        ServerEdit(
          id: 7, library: "books", base: nil,
          items: [ServerEdit.Item(id: "i", changes: [.book("emma")])])))
    harness.commit()
    #expect(throws: StoreError.full) { try harness.edited[7]?.get() }
  }
}
