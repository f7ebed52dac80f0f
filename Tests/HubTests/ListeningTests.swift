import Hub
import Library
import Store
import Testing
import Wire

/// Who hears of a commit, and when.
@Suite struct ListeningTests {
  private func op(_ n: Int) -> Operation { .make("op-\(n)", n: n, .book("book-\(n)")) }

  @Test func `a device that wants no live changes gets none, and its acks`() throws {
    var harness = try Harness()
    let program = harness.join(1, as: "laptop", isLive: false)
    let phone = harness.join(2, as: "phone")
    harness.push([op(1)], program)
    harness.commit()
    #expect(harness.acks(program).count == 1)
    #expect(harness.changes(program).isEmpty)
    #expect(harness.changes(phone).count == 1)
  }

  @Test func `a connection that is gone hears nothing`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.happen(.disconnected(phone))
    harness.push([op(1)], laptop)
    harness.commit()
    #expect(harness.broadcasts.map(\.to) == [[laptop]])
  }

  @Test func `live changes are gapless from the welcome on`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    for n in 1...3 {
      harness.push([op(n)], laptop)
      harness.commit()
    }
    let phone = harness.join(2, as: "phone")
    #expect(harness.welcome(phone)?.library.head == 3)
    for n in 4...6 {
      harness.push([op(n)], laptop)
      harness.commit()
    }
    #expect(harness.changes(phone).map(\.from) == [3, 4, 5])
    #expect(harness.changes(phone).map(\.to) == [4, 5, 6])
  }

  @Test func `a slow reader is left out, then told how far it is behind`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.happen(.congested(phone))
    for n in 1...2 {
      harness.push([op(n)], laptop)
      harness.commit()
    }
    #expect(harness.received[phone]?.count == 1)
    harness.happen(.drained(phone))
    #expect(harness.received[phone]?.last == .behind(Behind(head: 2)))
    harness.push([op(3)], laptop)
    harness.commit()
    #expect(harness.changes(phone).map(\.from) == [2])
    // Behind is said once.
    harness.happen(.drained(phone))
    #expect(harness.received[phone]?.count == 3)
  }

  /// Each edit that loses leaves a record with what it lost against.
  @Test func `of a commit that wrote too much to be told at once everybody reads pages`() throws {
    var harness = try Harness()
    let (laptop, phone) = (harness.join(1, as: "laptop"), harness.join(2, as: "phone"))
    let long = JSONValue.string(String(repeating: "x", count: 100_000))
    harness.push([.make("emma", n: 1, .book("emma")), op(2)], laptop)
    harness.push([.make("long", n: 3, .edit("emma", "custom.x", long))], laptop)
    harness.commit()
    let late = (1...100).map { n in
      Operation.make("late-\(n)", n: n, at: 0, .edit("emma", "custom.x", .int(n)))
    }
    harness.push(late, phone)
    harness.commit()
    #expect(harness.acks(phone).last?.results.allSatisfy { $0.outcome == .conflict } == true)
    #expect(harness.received[laptop]?.last == .behind(Behind(head: 103)))
    var mirror = Mirror()
    harness.catchUp(&mirror, limit: 1_000, laptop)
    #expect(mirror.cursor == 103)
    #expect(mirror.entities.keys.count { $0.kind == "conflict" } == 100)
    // What comes then is told again.
    harness.push([op(4)], laptop)
    harness.commit()
    #expect(harness.changes(laptop).last?.from == 103)
    #expect(try harness.store.findings() == [])
  }

  @Test func `a slow reader that missed nothing is told nothing`() throws {
    var harness = try Harness()
    let phone = harness.join(1, as: "phone")
    harness.happen(.congested(phone))
    harness.happen(.drained(phone))
    #expect(harness.received[phone]?.count == 1)
  }

  @Test func `a slow reader's pulls wait until it can take the answers, and are few`() throws {
    var harness = try Harness()
    let phone = harness.join(1, as: "phone")
    harness.happen(.congested(phone))
    for _ in 1...4 { harness.say(.pull(Pull(since: 0)), phone) }
    #expect(harness.received[phone]?.count == 1)
    harness.happen(.drained(phone))
    #expect(harness.received[phone]?.count == 5)
    harness.happen(.congested(phone))
    for _ in 1...5 { harness.say(.pull(Pull(since: 0)), phone) }
    #expect(harness.closed == [phone: .rate])
  }

  @Test func `a fast writer is not read from while its pushes wait`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    for n in 1...63 { harness.push([op(n)], laptop) }
    #expect(harness.paused.isEmpty)
    harness.push([op(64)], laptop)
    #expect(harness.paused == [laptop])
    harness.commit()
    #expect(harness.paused.isEmpty)
    #expect(harness.acks(laptop).count == 64)
  }

  @Test func `more waiting bytes than the server bears end the connection that sends them`() throws
  {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.push([op(1)], phone)
    let push = ClientMessage.push(Push(batch: 1, [op(1)]))
    harness.happen(.received(laptop, push, byteCount: 64 << 20, secret: nil))
    #expect(harness.closed == [laptop: .rate])
    harness.commit()
    #expect(harness.acks(phone).count == 1)
    // Its room is free again.
    harness.happen(
      .received(harness.join(3, as: "tablet"), push, byteCount: 64 << 20, secret: nil))
    harness.commit()
    #expect(harness.acks(SessionID(3)).count == 1)
  }

  @Test func `a server edit goes the way of every push`() throws {
    var harness = try Harness()
    let phone = harness.join(1, as: "phone")
    let items = (1...3).map { ServerEdit.Item(id: "import-\($0)", changes: [.book("book-\($0)")]) }
    harness.happen(.edit(ServerEdit(id: 7, library: "books", base: nil, items: items)))
    harness.push([op(1)], phone)
    harness.commit()
    #expect(harness.store.commitCount == 1)
    #expect(try harness.edited[7]?.get().map(\.seq) == [1, 2, 3])
    #expect(harness.changes(phone).first?.rows.first?.by == "server")
    harness.happen(.edit(ServerEdit(id: 8, library: "books", base: nil, items: items)))
    harness.commit()
    #expect(try harness.edited[8]?.get().map(\.outcome) == [.duplicate, .duplicate, .duplicate])
    #expect(try harness.store.findings() == [])
  }

  @Test func `an edit on a device's behalf is that device's`() throws {
    var harness = try Harness()
    let phone = harness.join(1, as: "phone")
    let place = EntityKey(kind: "progress", id: "r1~tablet")
    let others = EntityKey(kind: "progress", id: "r1~laptop")
    for (id, entity) in [(1, place), (2, others)] {
      let item = ServerEdit.Item(
        id: "place-\(id)", changes: [Change(entity, set: ["fraction": 0.5])])
      harness.happen(
        .edit(ServerEdit(id: id, library: "books", base: nil, items: [item], by: "tablet")))
    }
    harness.commit()
    #expect(try harness.edited[1]?.get().map(\.outcome) == [.applied])
    #expect(try harness.edited[2]?.get().map(\.problem?.code) == [.notYours])
    #expect(harness.changes(phone).first?.rows.map(\.by) == ["tablet"])
    #expect(try harness.store.findings() == [])
  }

  @Test func `a device that was heard of was seen, though it never connected`() throws {
    var harness = try Harness()
    harness.hub.heard(of: "tablet", now: 50_000)
    harness.hub.heard(of: "tablet", now: 40_000)
    let devices = try harness.hub.devices(of: "anna", now: 60_000)
    #expect(devices.first { $0.id == "tablet" }?.seen == 50_000)
  }
}
