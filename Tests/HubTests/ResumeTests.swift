import Hub
import Library
import Store
import Testing
import Wire

/// How devices go on with a server that was restored, or that their copy has spoken to (SYNC §3,
/// *Resume*): whatever a device kept comes back, and nothing is lost without a word.
@Suite struct ResumeTests {
  private let made = Operation.make("make", n: 1, .book("emma"))
  private let rated = Operation.make("rate", n: 2, base: 1, .edit("emma", "rating", 300))
  private let noted = Operation.make("note", n: 3, base: 2, .edit("emma", "note", "Box Hill."))

  /// A server on which the laptop made a book; backed up; then rated it and noted something.
  private func backedUp() throws -> (harness: Harness, backup: SQLiteStore) {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([made], laptop)
    harness.commit()
    let backup = try harness.database.backUp()
    harness.push([rated, noted], laptop)
    harness.commit()
    #expect(harness.acks(laptop).last?.results.map(\.outcome) == [.applied, .applied])
    return (harness, backup)
  }

  private func value(_ field: String, in harness: Harness) throws -> JSONValue? {
    let emma = EntityKey(kind: "book", id: "emma")
    return try harness.store.read("books") { snapshot throws(StoreError) in
      try snapshot.states(of: [emma])[emma]?.registers[field]?.value
    }
  }

  /// What a replica makes of an operation that it keeps when it is reset.
  private func again(_ operation: Operation, n: Int? = nil) -> Operation {
    var operation = operation
    operation.epoch = "epoch-1"
    operation.n = n ?? operation.n
    return operation
  }

  @Test func `a restored server takes again what devices kept, each operation once`() throws {
    let (old, backup) = try backedUp()
    var harness = try Harness(restoring: backup, epoch: "epoch-2", now: old.now)
    let laptop = harness.join(
      1, as: "laptop", epoch: "epoch-1", cursor: 3, sent: Hello.Sent(n: 3, op: "note"))
    let welcome = try #require(harness.welcome(laptop))
    #expect(welcome.resume == .reset)
    #expect(welcome.library.epoch == "epoch-2")
    #expect(welcome.library.head == 1)
    #expect(welcome.lastN == 1)
    harness.push([made, rated, noted].map { again($0) }, laptop)
    harness.commit()
    #expect(
      harness.acks(laptop).last?.results.map(\.outcome) == [.duplicate, .applied, .applied])
    #expect(try value("rating", in: harness) == 300)
    #expect(try value("note", in: harness) == "Box Hill.")
    // From here on it is as it ever was.
    let later = harness.join(
      2, as: "laptop", epoch: "epoch-2", cursor: 3, sent: Hello.Sent(n: 3, op: "note"))
    #expect(harness.welcome(later)?.resume == .ok)
    #expect(try harness.store.findings() == [])
  }

  @Test func `what a device no longer keeps leaves a gap, and a new incarnation goes round it`()
    throws
  {
    let (old, backup) = try backedUp()
    var harness = try Harness(restoring: backup, epoch: "epoch-2", now: old.now)
    let laptop = harness.join(1, as: "laptop", epoch: "epoch-1", cursor: 3)
    harness.push([again(noted)], laptop)
    harness.commit()
    #expect(harness.acks(laptop).last?.results.first?.problem?.code == .outOfOrder)
    let second = harness.join(2, as: "laptop", incarnation: "second", epoch: "epoch-2", cursor: 1)
    harness.push([again(noted, n: 1)], second)
    harness.commit()
    #expect(harness.acks(second).last?.results.first?.outcome == .applied)
    #expect(try value("note", in: harness) == "Box Hill.")
  }

  @Test func `an edit that had seen more than was restored is concurrent to what came since`()
    throws
  {
    let (old, backup) = try backedUp()
    var harness = try Harness(restoring: backup, epoch: "epoch-2", now: old.now)
    let phone = harness.join(1, as: "phone")
    let other = Operation.make("other", n: 1, base: 1, at: 9_500, .edit("emma", "rating", 100))
    harness.push([other], phone)
    harness.commit()
    harness.now += 1_000
    // The laptop's 3 is not the library's: whatever has that number now, it has not seen.
    let laptop = harness.join(2, as: "laptop", epoch: "epoch-1", cursor: 3)
    let late = Operation.make("late", n: 2, base: 3, at: 10_900, .edit("emma", "rating", 500))
    harness.push([again(late)], laptop)
    harness.commit()
    #expect(harness.acks(laptop).last?.results.first?.outcome == .conflict)
    #expect(try value("rating", in: harness) == 500)
    #expect(try harness.store.findings() == [])
  }

  /// An answer to a conflict may come back before the edits that made it: it must not make a record about
  /// nothing, which no backup would take and no page could show.
  @Test func `an answer to a conflict that is not there yet makes none`() throws {
    let (old, backup) = try backedUp()
    var harness = try Harness(restoring: backup, epoch: "epoch-2", now: old.now)
    let laptop = harness.join(1, as: "laptop", epoch: "epoch-1", cursor: 3)
    let conflict = EntityKey(kind: "conflict", id: "rate-1")
    let answers = [
      Operation.make("settle", n: 2, base: 3, Change(conflict, life: .delete)),
      Operation.make("reopen", n: 3, base: 3, Change(conflict, life: .restore)),
    ]
    harness.push(answers.map { again($0) }, laptop)
    harness.commit()
    #expect(harness.acks(laptop).last?.results.map(\.outcome) == [.applied, .applied])
    // Nor does it keep what comes with it from being saved.
    let phone = harness.join(2, as: "phone")
    let undone = Operation(
      id: "undo", n: 1, base: 1, at: harness.now,
      changes: [.edit("emma", "rating", 100), Change(conflict, life: .restore)])
    harness.push([undone], phone)
    harness.commit()
    #expect(harness.acks(phone).last?.results.map(\.outcome) == [.applied])
    #expect(try value("rating", in: harness) == 100)
    let state = try harness.store.read("books") { snapshot throws(StoreError) in
      try snapshot.states(of: [conflict])[conflict]
    }
    #expect(state == nil)
    #expect(try harness.store.findings() == [])
  }

  @Test func `a base beyond the head is all there is, and one of an unknown epoch nothing`() throws
  {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([made], laptop)
    harness.commit()
    let phone = harness.join(2, as: "phone")
    harness.push([.make("a", n: 1, base: 99, .edit("emma", "rating", 100))], phone)
    var stranger = Operation.make("b", n: 2, base: 99, .edit("emma", "title", "Emma Woodhouse"))
    stranger.epoch = "epoch-of-another"
    harness.push([stranger], phone)
    harness.commit()
    #expect(
      harness.acks(phone).flatMap(\.results).map(\.outcome) == [.applied, .conflict])
  }

  @Test func `a copy of a device is told to take a new incarnation`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([made], laptop)
    harness.commit()
    // The copy goes on from the same place with an edit of its own.
    let copy = harness.join(
      2, as: "laptop", epoch: "epoch-1", cursor: 1, sent: Hello.Sent(n: 1, op: "make"))
    #expect(harness.welcome(copy)?.resume == .ok)
    harness.push([rated], laptop)
    harness.push([.make("copied", n: 2, base: 1, .edit("emma", "pages", 474))], copy)
    harness.commit()
    #expect(harness.acks(copy).last?.results.first?.problem?.code == .outOfOrder)
    let forked = harness.join(3, as: "laptop", incarnation: "copy", epoch: "epoch-1", cursor: 1)
    harness.push([.make("copied", n: 1, base: 1, .edit("emma", "pages", 474))], forked)
    harness.commit()
    #expect(harness.acks(forked).last?.results.first?.outcome == .applied)
    // One that holds an ack of what this server never had was with another.
    let restored = harness.join(
      4, as: "laptop", epoch: "epoch-1", cursor: 1, sent: Hello.Sent(n: 3, op: "lost"))
    #expect(harness.welcome(restored)?.resume == .fork)
  }

  @Test func `a copied device and its original both bring a restored server what they kept`() throws
  {
    let (old, backup) = try backedUp()
    var harness = try Harness(restoring: backup, epoch: "epoch-2", now: old.now)
    let laptop = harness.join(1, as: "laptop", epoch: "epoch-1", cursor: 3)
    let copy = harness.join(2, as: "laptop", epoch: "epoch-1", cursor: 3)
    #expect([laptop, copy].map { harness.welcome($0)?.resume } == [.reset, .reset])
    let copied = Operation.make("copied", n: 3, base: 2, .edit("emma", "pages", 474))
    harness.push([made, rated, noted].map { again($0) }, laptop)
    harness.push([made, rated, copied].map { again($0) }, copy)
    harness.commit()
    #expect(
      harness.acks(copy).last?.results.map(\.outcome) == [.duplicate, .duplicate, .refused])
    let forked = harness.join(3, as: "laptop", incarnation: "copy", epoch: "epoch-2", cursor: 1)
    harness.push([again(copied, n: 1)], forked)
    harness.commit()
    #expect(harness.acks(forked).last?.results.first?.outcome == .applied)
    #expect(try value("note", in: harness) == "Box Hill.")
    #expect(try value("pages", in: harness) == 474)
    #expect(try harness.store.findings() == [])
  }

  @Test func `a cursor without an epoch starts again`() throws {
    let (old, _) = try backedUp()
    var harness = old
    let laptop = harness.join(9, as: "laptop", cursor: 2)
    #expect(harness.welcome(laptop)?.resume == .reset)
  }

  @Test func `a backup made while the server runs shows in the next welcome`() throws {
    var (harness, _) = try backedUp()
    let before = harness.join(8, as: "phone")
    #expect(harness.welcome(before)?.library.watermark == 0)
    try harness.store.note(watermarks: ["books": 2])
    let after = harness.join(9, as: "phone")
    #expect(harness.welcome(after)?.library.watermark == 2)
  }
}
