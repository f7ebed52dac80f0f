import Hub
import Library
import Store
import Testing
import Wire

/// What is deleted can be restored for ninety days; then its values go, and everybody hears of it.
@Suite struct PurgeTests {
  private static let day = 86_400_000
  private let emma = EntityKey(kind: "book", id: "emma")

  private func deleted(_ count: Int = 1) throws -> (harness: Harness, laptop: SessionID) {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let books = (1...count).map { $0 == 1 ? "emma" : "book-\($0)" }
    for (index, book) in books.enumerated() {
      harness.push([.make("make-\(index)", n: index + 1, .book(book))], laptop)
    }
    harness.commit()
    for (index, book) in books.enumerated() {
      harness.push(
        [
          .make(
            "delete-\(index)", n: count + index + 1, base: count,
            Change(EntityKey(kind: "book", id: book), life: .delete))
        ], laptop)
    }
    harness.commit()
    return (harness, laptop)
  }

  private func state(_ harness: Harness) throws -> EntityState? {
    try harness.store.read("books") { snapshot throws(StoreError) in
      try snapshot.states(of: [emma])[emma]
    }
  }

  @Test func `after ninety days, and not before, what is in Trash loses its values`() throws {
    var (harness, laptop) = try deleted()
    harness.happen(.tick)
    harness.pass(days: 89)
    #expect(try state(harness)?.isPurged == false)
    harness.pass(days: 1)
    #expect(try state(harness)?.isPurged == true)
    let row = try #require(harness.changes(laptop).last?.rows.first)
    #expect(row.isPurged)
    #expect(row.deleted == true)
    #expect(row.by == Author.server)
    #expect(harness.changes(laptop).last?.to == 3)
    #expect(harness.pull(since: 0, laptop)?.rows.isEmpty == true)
    #expect(try harness.store.findings() == [])
    harness.pass(days: 90)
    #expect(try harness.store.library("books")?.head == 3)
  }

  @Test func `Trash is emptied whatever ids a device has taken for its own operations`() throws {
    var (harness, laptop) = try deleted()
    var ids = ["server-3"]
    while let last = ids.last, last.count < 64 { ids.append(last + "-") }
    ids += (1...9).map { "server-3-\($0)" }
    harness.push(
      ids.enumerated().map { Operation(id: $1, n: 3 + $0, base: 2, at: harness.now, changes: []) },
      laptop)
    harness.commit()
    #expect(harness.acks(laptop).last?.results.allSatisfy { $0.outcome == .refused } == true)
    harness.pass(days: 91)
    #expect(try state(harness)?.isPurged == true)
    #expect(try harness.store.findings() == [])
  }

  /// A machine may start with any clock, and be set right a minute later.
  @Test(arguments: [100, 36_500, -100])
  func
    `a clock that is wrong for a while empties no Trash, and one set right does not keep it full`(
      days: Int
    ) throws
  {
    var (harness, laptop) = try deleted()
    harness.now += 1_000 * Self.day
    harness.happen(.tick)
    harness.pass(days: 10)
    harness.now += days * Self.day
    harness.happen(.tick)
    harness.push([.make("meanwhile", n: 3, base: 2, .book("persuasion"))], laptop)
    harness.commit()
    harness.happen(.tick)
    harness.now -= days * Self.day
    harness.happen(.tick)
    #expect(try state(harness)?.isPurged == false)
    harness.pass(days: 90)
    #expect(try state(harness)?.isPurged == true)
  }

  @Test func `what was purged comes back whole when somebody who knew nothing of it writes`() throws
  {
    var (harness, _) = try deleted()
    harness.pass(days: 91)
    let phone = harness.join(2, as: "phone")
    harness.push([.make("edit", n: 1, base: 1, .edit("emma", "rating", 500))], phone)
    harness.commit()
    #expect(harness.acks(phone).last?.results.first?.outcome == .revived)
    let book = try #require(try state(harness))
    #expect(!book.isDeleted)
    #expect(book.registers["title"]?.value == "Emma")
    #expect(book.registers["rating"]?.value == 500)
    let row = try #require(harness.pull(since: 3, phone)?.rows.first)
    #expect(row.set["title"] == "Emma")
    #expect(try harness.store.findings() == [])
  }

  /// What a conflict was about nobody's history tells: a device may settle it much later, and undo that.
  @Test func `a conflict that was purged is not opened again`() throws {
    var harness = try Harness()
    let (laptop, phone, conflict) = try harness.joinInConflict()
    harness.push([.make("settle", n: 3, base: 3, Change(conflict, life: .delete))], laptop)
    harness.commit()
    harness.pass(days: 90)
    harness.push([.make("late", n: 2, base: 3, Change(conflict, life: .delete))], phone)
    harness.push([.make("undo", n: 3, base: 3, Change(conflict, life: .restore))], phone)
    harness.commit()
    let results = harness.acks(phone).suffix(2).flatMap(\.results)
    #expect(results.count == 2 && results.allSatisfy { $0.outcome != .refused })
    #expect(try harness.store.findings() == [])
    let state = try harness.store.read("books") { snapshot throws(StoreError) in
      try snapshot.states(of: [conflict])[conflict]
    }
    #expect(state?.isDeleted == true)
  }

  @Test func `a great heap is purged part by part`() throws {
    var (harness, _) = try deleted(600)
    harness.pass(days: 90)
    #expect(try harness.store.library("books")?.head == 1_200 + 8)
    harness.happen(.tick)
    #expect(try harness.store.library("books")?.head == 1_200 + 10)
    #expect(try harness.store.findings() == [])
  }

  @Test func `a full disk keeps what is in Trash until there is room`() throws {
    var (harness, laptop) = try deleted()
    harness.pass(days: 89)
    harness.store.fail { _ in .full }
    harness.pass(days: 2)
    #expect(harness.closed.isEmpty)
    harness.store.fail(nil)
    harness.now += 3_600_000
    harness.happen(.tick)
    #expect(try state(harness)?.isPurged == true)
    #expect(harness.changes(laptop).last?.to == 3)
  }
}
