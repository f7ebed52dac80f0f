import Hub
import Library
import Store
import Testing
import Wire

@Suite struct PushTests {
  private let emma = Operation.make("op-1", n: 1, .book("emma"))

  @Test func `an edit is acked, and reaches every device that listens`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.push([emma], batch: "b", laptop)
    harness.commit()
    #expect(
      harness.acks(laptop) == [
        Ack(
          batch: "b", through: 1, head: 1, results: [Ack.Result(n: 1, seq: 1, outcome: .applied)])
      ])
    for id in [laptop, phone] {
      let changes = try #require(harness.changes(id).first)
      #expect(changes.from == 0)
      #expect(changes.to == 1)
      #expect(changes.rows.map(\.set) == [["title": "Emma"]])
      #expect(changes.rows.first?.by == "laptop")
    }
    #expect(harness.acks(phone).isEmpty)
    // The author hears of its ack before it sees the change.
    #expect(harness.received[laptop]?.count == 3)
    guard case .ack = harness.received[laptop]?[1] else {
      Issue.record("The ack does not come first.")
      return
    }
  }

  @Test func `a conflict that two settle and open again at once bears no mark`() throws {
    var harness = try Harness()
    let (laptop, phone, conflict) = try harness.joinInConflict()
    harness.push([.make("settle", n: 3, base: 3, Change(conflict, life: .delete))], laptop)
    harness.commit()
    harness.push([.make("open", n: 2, base: 3, Change(conflict, life: .restore))], phone)
    harness.commit()
    let state = try harness.store.read("books") { snapshot throws(StoreError) in
      try snapshot.states(of: [conflict])[conflict]
    }
    #expect(state?.isDeleted == false)
    #expect(state?.registers["revived"] == nil)
  }

  /// Five such comparisons are more than one device may cause in one commit.
  @Test func `texts that take too long to compare stay whole, and only their author's`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let (phone, tablet) = (harness.join(2, as: "phone"), harness.join(3, as: "tablet"))
    let long = (0..<5).map { "long\($0)" }
    let (first, second, third) = ("one two three", "One two three", "one two Three")
    func text(_ letter: String) -> String {
      (0..<1500).map { letter + String($0) }.joined(separator: " ")
    }
    let books = long + ["mine", "other"]
    func reviews(_ id: String, n: Int, base: Int, long letter: String, short: String)
      -> [Library.Operation]
    {
      books.enumerated().map { index, book in
        let review = JSONValue.string(book.hasPrefix("long") ? text(letter) : short)
        let edit = Change.edit(book, "review", review)
        return .make("\(id)-\(book)", n: n + index, base: base, edit)
      }
    }
    harness.push(books.enumerated().map { .make("new-\($1)", n: $0 + 1, .book($1)) }, laptop)
    harness.push(reviews("a", n: 8, base: 0, long: "a", short: first), laptop)
    harness.commit()
    harness.push(reviews("b", n: 15, base: 14, long: "b", short: second), laptop)
    harness.commit()
    let late = reviews("c", n: 1, base: 14, long: "c", short: third)
    harness.push(Array(late.dropLast()), phone)
    harness.push([.make("d", n: 1, base: 14, .edit("other", "review", .string(third)))], tablet)
    harness.commit()
    let results = try #require(harness.acks(phone).last).results
    #expect(results.map(\.outcome) == .init(repeating: .conflict, count: 6))
    #expect(harness.acks(tablet).last?.results.map(\.outcome) == [.merged])
    // The next commit is another one.
    harness.push([late[6]], phone)
    harness.commit()
    #expect(harness.acks(phone).last?.results.map(\.outcome) != [.conflict])
  }

  @Test func `an edit of a text that was written thousands of times since is kept beside it`()
    throws
  {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let (phone, tablet) = (harness.join(2, as: "phone"), harness.join(3, as: "tablet"))
    func review(_ id: String, n: Int, base: Int, _ text: String) -> Library.Operation {
      .make("\(id)-\(n)", n: n, base: base, .edit("emma", "review", .string(text)))
    }
    let last = Library.Limits.historyRowsPerQuestionMax + 2
    harness.push([emma], laptop)
    for n in 2..<last { harness.push([review("a", n: n, base: 1, "one two three")], laptop) }
    harness.push([review("a", n: last, base: 1, "One two three")], laptop)
    harness.commit()
    harness.push([review("b", n: 1, base: last - 1, "one two Three")], phone)
    harness.push([review("c", n: 1, base: 2, "one TWO three")], tablet)
    harness.commit()
    #expect(harness.acks(phone).last?.results.map(\.outcome) == [.merged])
    let result = try #require(harness.acks(tablet).last?.results.first)
    #expect(result.outcome == .conflict)
    let conflict = EntityKey(kind: "conflict", id: try #require(result.conflict))
    let state = try harness.store.read("books") { snapshot throws(StoreError) in
      try snapshot.states(of: [conflict])[conflict]
    }
    let texts = ["kept", "lost"].map { state?.registers[$0]?.value["value"]?.string }
    #expect(Set(texts) == ["One two Three", "one TWO three"])
  }

  /// An ack that its device cannot read is asked for again for ever, and nothing behind it is ever saved.
  @Test(arguments: ["tags", "identifiers", "unknown"])
  func `however long what is refused is, the ack can be read`(field: String) throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let long = String(repeating: "x", count: 20_000)
    var edit = Change(EntityKey(kind: "book", id: "emma"))
    edit.add = [field: [long: .null]]
    harness.push([emma, .make("op-2", n: 2, edit)], laptop)
    harness.commit()
    let ack = try #require(harness.acks(laptop).first)
    #expect(ack.results.last?.outcome == .refused)
    let encoded = ServerMessage.ack(ack).encoded()
    #expect(try ServerMessage(decoding: encoded) == .ack(ack))
    #expect(ack.results.last?.problem?.field?.hasPrefix(field + ".x") == true)
  }

  @Test func `a problem that was recorded too long is cut`() throws {
    let long = String(repeating: "é", count: 20_000)
    let ack = Ack(
      batch: 1, through: 1, head: 0,
      results: [Ack.Result(n: 1, outcome: .refused, problem: Problem(.invalid, long, field: long))])
    let decoded = try ServerMessage(decoding: ServerMessage.ack(ack).encoded())
    guard case .ack(let read) = decoded else { throw WireError.notObject }
    #expect(read.results.first?.problem?.field?.isEmpty == false)
  }

  @Test func `nothing is acked or told before the commit`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([emma], laptop)
    #expect(harness.isCommitDue)
    #expect(harness.received[laptop]?.count == 1)
    #expect(try harness.store.library("books")?.head == 0)
  }

  @Test func `all that wait share one commit and one message, encoded once`() throws {
    var harness = try Harness()
    let ids = (1...3).map { harness.join($0, as: Harness.devices[$0 - 1]) }
    for (index, id) in ids.enumerated() {
      harness.push([.make("op-\(index)", n: 1, .book("book-\(index)"))], id)
    }
    harness.commit()
    #expect(harness.store.commitCount == 1)
    #expect(harness.broadcasts.count == 1)
    #expect(harness.broadcasts.first?.to == ids)
    #expect(harness.changes(ids[0]).map(\.to) == [3])
    #expect(ids.map { harness.acks($0).first?.results.first?.seq } == [1, 2, 3])
    #expect(ids.allSatisfy { harness.acks($0).first?.head == 3 })
  }

  @Test func `a commit takes a bounded number of operations, and the rest the next`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    for batch in 0..<5 {
      let operations = (1...200).map { index in
        let n = batch * 200 + index
        return Operation.make("op-\(n)", n: n, .book("book-\(n)"))
      }
      harness.push(operations, batch: .number(batch), laptop)
    }
    harness.commit()
    #expect(harness.store.commitCount == 3)
    #expect(harness.changes(laptop).map(\.to) == [400, 800, 1_000])
    #expect(harness.changes(laptop).map(\.from) == [0, 400, 800])
    #expect(harness.acks(laptop).map(\.batch) == [0, 1, 2, 3, 4])
    #expect(try harness.store.findings() == [])
  }

  @Test func `concurrent edits of one field leave a conflict that both devices see`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    harness.push([emma], laptop)
    harness.commit()
    harness.push([.make("l", n: 2, base: 1, at: 10_000, .edit("emma", "pages", 474))], laptop)
    harness.push([.make("p", n: 1, base: 1, at: 10_000, .edit("emma", "pages", 512))], phone)
    harness.now = 20_000
    harness.commit()
    let result = try #require(harness.acks(phone).first?.results.first)
    #expect(result.outcome == .conflict)
    let conflict = try #require(result.conflict)
    let rows = try #require(harness.changes(laptop).last?.rows)
    #expect(rows.map(\.entity.kind).sorted() == ["book", "conflict"])
    let record = try #require(rows.first { $0.entity.kind == "conflict" })
    #expect(record.entity.id == conflict)
    let sides = [record.set["kept"]?["value"], record.set["lost"]?["value"]]
    #expect(sides.contains(474) && sides.contains(512))
    #expect(try harness.store.findings() == [])
  }

  @Test func `an op that was committed and not acked is answered again, and happens once`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([emma], laptop)
    harness.happen(.disconnected(laptop))
    harness.commit()
    #expect(harness.acks(laptop).isEmpty)
    let again = harness.join(2, as: "laptop")
    #expect(harness.welcome(again)?.lastN == 1)
    harness.push([emma, .make("op-2", n: 2, base: 1, .edit("emma", "pages", 474))], again)
    harness.commit()
    #expect(
      harness.acks(again).first?.results == [
        Ack.Result(n: 1, seq: 1, outcome: .duplicate), Ack.Result(n: 2, seq: 2, outcome: .applied),
      ])
    #expect(try harness.store.library("books")?.head == 2)
    #expect(try harness.store.findings() == [])
  }

  @Test func `sending only what is known already writes nothing`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([emma], laptop)
    harness.commit()
    harness.push([emma], laptop)
    harness.commit()
    #expect(harness.acks(laptop).last?.results.first?.outcome == .duplicate)
    #expect(harness.changes(laptop).count == 1)
  }

  @Test func `an op pushed again under a new incarnation happens once`() throws {
    var harness = try Harness()
    let first = harness.join(1, as: "laptop")
    harness.push([emma], first)
    harness.commit()
    let second = harness.join(2, as: "laptop", incarnation: "second")
    harness.push([emma, .make("op-2", n: 2, .book("sanditon"))], second)
    harness.push([.make("op-2", n: 2, .book("sanditon"))], second)
    harness.commit()
    #expect(harness.acks(second).map { $0.results.map(\.seq) } == [[1, 2], [2]])
    #expect(harness.acks(second).map(\.through) == [2, 2])
    #expect(try harness.store.findings() == [])
  }

  @Test func `what was met under another incarnation holds up nobody in the same commit`() throws {
    var harness = try Harness()
    let first = harness.join(1, as: "laptop")
    let (tablet, phone) = (harness.join(2, as: "tablet"), harness.join(3, as: "phone"))
    harness.push([emma], first)
    harness.commit()
    let second = harness.join(4, as: "laptop", incarnation: "second")
    harness.push([.make("tablet-1", n: 1, .book("sanditon"))], tablet)
    harness.push([emma, .make("op-2", n: 2, .edit("emma", "pages", 474))], second)
    harness.push([.make("phone-1", n: 1, .edit("emma", "rating", 400))], phone)
    harness.commit()
    #expect(harness.acks(tablet).map { $0.results.map(\.seq) } == [[2]])
    #expect(harness.acks(second).map { $0.results.map(\.seq) } == [[1, 3]])
    #expect(harness.acks(phone).map { $0.results.map(\.seq) } == [[4]])
    #expect(harness.closed.isEmpty)
    #expect(try harness.store.findings() == [])
  }

  @Test func `the same op twice in one commit happens once`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([emma], batch: 1, laptop)
    harness.push([emma], batch: 2, laptop)
    harness.commit()
    #expect(harness.acks(laptop).map { $0.results.map(\.outcome) } == [[.applied], [.duplicate]])
    #expect(try harness.store.library("books")?.head == 1)
  }

  @Test func `the same op of two incarnations in one commit happens once`() throws {
    var harness = try Harness()
    let first = harness.join(1, as: "laptop")
    let second = harness.join(2, as: "laptop", incarnation: "second")
    harness.push([emma], first)
    harness.push([emma, .make("op-2", n: 2, .book("sanditon"))], second)
    harness.commit()
    #expect(harness.acks(first).map { $0.results.map(\.seq) } == [[1]])
    #expect(harness.acks(second).map { $0.results.map(\.seq) } == [[1, 2]])
    #expect(harness.acks(second).first?.results.first?.outcome == .duplicate)
    #expect(try harness.store.findings() == [])
  }

  @Test func `an n that skips is refused with all behind it, and used up by nobody`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let skipped = [
      emma, .make("op-3", n: 3, .book("b")), Operation.make("op-4", n: 4, .book("c")),
    ]
    harness.push(skipped, laptop)
    harness.commit()
    let ack = try #require(harness.acks(laptop).first)
    #expect(ack.through == 1)
    #expect(ack.results.map(\.outcome) == [.applied, .refused, .refused])
    #expect(ack.results.dropFirst().allSatisfy { $0.problem?.code == .outOfOrder && $0.seq == nil })
    #expect(harness.closed.isEmpty)
    harness.push([.make("op-2", n: 2, .book("a"))] + skipped.dropFirst(), laptop)
    harness.commit()
    #expect(harness.acks(laptop).last?.results.map(\.seq) == [2, 3, 4])
    #expect(try harness.store.findings() == [])
  }

  @Test func `an n that another op has used is refused with all behind it, now and later`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([emma], laptop)
    harness.push([.make("clone", n: 1, .book("b")), .make("op-2", n: 2, .book("c"))], laptop)
    harness.commit()
    harness.push([.make("op-2b", n: 2, .book("d"))], laptop)
    harness.commit()
    let results = harness.acks(laptop).dropFirst().flatMap(\.results)
    #expect(results.map(\.outcome) == [.refused, .refused, .refused])
    #expect(results.allSatisfy { $0.problem?.code == .outOfOrder })
    let sentence = "Edit 2 of this device follows on an edit whose number the server has of another"
    #expect(results.dropFirst().allSatisfy { $0.problem?.message.hasPrefix(sentence) == true })
    #expect(try harness.store.findings() == [])
  }

  /// What waits stands for nobody any more, and would fit by its number behind the other's edit.
  @Test(arguments: [false, true])
  func `what follows on it is not taken either when its sender leaves`(isToldFirst: Bool) throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([emma], laptop)
    harness.commit()
    let clone = Operation.make("clone", n: 1, .book("b"))
    harness.push([clone], batch: 2, laptop)
    if isToldFirst { harness.commit() }
    // Behind what fills a commit, so that it has one of its own.
    let phone = harness.join(2, as: "phone")
    let many = (1...Limits.commitOperationCountMax).map { n in
      Operation.make("phone-\(n)", n: n, .book("p-\(n)"))
    }
    harness.push(many, batch: 1, phone)
    harness.push([.make("op-2", n: 2, .book("c"))], batch: 3, laptop)
    harness.happen(.disconnected(laptop))
    harness.commit()
    #expect(try harness.store.library("books")?.head == 1 + many.count)
    // Nothing of it weighs on those who come after.
    harness.push([.make("late", n: many.count + 1, .book("late"))], batch: 2, phone)
    harness.commit()
    #expect(
      harness.acks(phone).map { $0.results.allSatisfy { $0.outcome == .applied } } == [true, true])
    #expect(try harness.store.findings() == [])
  }

  @Test func `a bad op is refused for itself, and again when it is sent again`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let bad = Operation.make("bad", n: 2, base: 1, .edit("emma", "pages", -5))
    let good = Operation.make("good", n: 3, base: 1, .edit("emma", "pages", 474))
    harness.push([emma, bad, good], laptop)
    harness.commit()
    let ack = try #require(harness.acks(laptop).first)
    #expect(ack.through == 3)
    #expect(ack.results.map(\.outcome) == [.applied, .refused, .applied])
    #expect(ack.results.map(\.seq) == [1, nil, 2])
    #expect(ack.results[1].problem?.field == "pages")
    harness.push([bad, good], laptop)
    harness.commit()
    let again = try #require(harness.acks(laptop).last)
    #expect(again.results[0] == ack.results[1])
    #expect(again.results[1].outcome == .duplicate)
    #expect(try harness.store.findings() == [])
  }

  @Test func `an op that cannot be read is refused, with or without an id, and n goes on`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let problem = Problem(.malformed, "This is no operation.")
    let push = Push(
      batch: 1,
      operations: [
        .invalid(n: 1, id: "broken", problem: problem), .invalid(n: 2, id: nil, problem: problem),
        .valid(.make("not an id!", n: 3, .book("x"))), .valid(.make("op", n: 4, .book("emma"))),
      ])
    for _ in 1...2 {
      harness.happen(.received(laptop, .push(push), byteCount: 500, secret: nil))
      harness.commit()
    }
    let (first, again) = (harness.acks(laptop)[0], harness.acks(laptop)[1])
    #expect(first.through == 4)
    #expect(first.results.map(\.outcome) == [.refused, .refused, .refused, .applied])
    #expect(again.results.map(\.outcome) == [.refused, .refused, .refused, .duplicate])
    #expect(again.results[0].problem == problem)
    #expect(again.results[2].problem?.code == first.results[2].problem?.code)
    #expect(try harness.store.findings() == [])
  }

  @Test func `server time never runs back, and bounds what a wrong clock claims`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.now = 50_000
    harness.push([.make("a", n: 1, at: 99_000_000, .book("emma"))], laptop)
    harness.commit()
    harness.now = 20_000
    harness.push([.make("b", n: 2, base: 1, at: -99_000_000, .book("sanditon"))], laptop)
    harness.commit()
    #expect(try harness.store.library("books")?.time == 50_000)
    harness.now = 80_000
    harness.push([.make("c", n: 3, base: 2, at: 0, .book("persuasion"))], laptop)
    harness.push([.make("d", n: 4, base: 3, at: 99_000_000, .book("evelina"))], laptop)
    harness.commit()
    let stamps = harness.changes(laptop).flatMap(\.rows).map(\.at)
    #expect(stamps == [50_000, 50_000, 50_000, 80_000])
    let phone = harness.join(2, as: "phone")
    #expect(harness.welcome(phone)?.clock == 80_000)
    #expect(try harness.store.findings() == [])
  }
}
