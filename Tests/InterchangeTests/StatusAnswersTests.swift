import Library
import Testing

@testable import Interchange

/// What a shelf of the reader's own stands for is asked once per import, and remembered (BOOKS §5).
@Suite struct `Answers about statuses` {
  private static let header = "Book Id,Title,Author,Exclusive Shelf\n"
  private static let fen = "1,Fen,Jon Ash,on ice\n"
  private static let reed = "2,Reed,Ada Fenn,on ice\n"
  private var library = LibrarySnapshot([LibraryEntity]())

  /// Carries out the import of `rows`, and returns what it did.
  private mutating func bringIn(
    _ rows: String..., answering json: String = "{}"
  ) throws -> ImportPlan {
    let answers = try #require(StatusAnswers(json: json))
    let options = ImportOptions(batch: "batch", now: 1_700_000_000_000, answers: answers)
    let file = try ImportFile(Array((Self.header + rows.joined()).utf8))
    let plan = file.plan(into: library, options: options)
    for change in plan.operations.flatMap(\.changes) { library.apply(change) }
    return plan
  }

  private func status(_ book: String) -> JSONValue? { library["book", book]?.fields["status"] }

  private var shelfCount: Int { library.entities.keys.count { $0.kind == "shelf" } }

  @Test mutating func `an answer counts for later exports, without being asked again`() throws {
    let first = try bringIn(Self.fen, answering: #"{"on ice": "paused"}"#)
    #expect(first.report.questions.map(\.answer) == ["paused"])
    #expect(status("goodreads-1") == "paused")
    #expect(shelfCount == 0)

    #expect(try bringIn(Self.fen).operations.isEmpty)
    let later = try bringIn(Self.fen, Self.reed)
    #expect(later.report.questions.map(\.answer) == ["paused"])
    #expect(status("goodreads-2") == "paused")
    #expect(shelfCount == 0)
  }

  @Test mutating func `an answer that comes later says it of what is here`() throws {
    let plan = try bringIn(Self.fen, Self.reed)
    #expect(plan.report.questions == [ImportReport.Question(status: "on ice", count: 2)])
    #expect(shelfCount == 1)
    library.apply(Change(EntityKey(kind: "book", id: "goodreads-2"), set: ["status": "read"]))

    let answered = try bringIn(Self.fen, Self.reed, answering: #"{"on ice": "paused"}"#)
    #expect(answered.report.rows.map(\.outcome) == [.updated, .unchanged])
    #expect(status("goodreads-1") == "paused")
    // Its owner has read it since.
    #expect(status("goodreads-2") == "read")
    let again = try bringIn(Self.fen, Self.reed, answering: #"{"on ice": "paused"}"#)
    #expect(again.operations.isEmpty)
  }

  @Test mutating func `what was answered can be answered otherwise`() throws {
    _ = try bringIn(Self.fen, answering: #"{"on ice": null}"#)
    #expect(status("goodreads-1") == nil)
    #expect(try bringIn(Self.fen).report.questions.map(\.answer) == [.null])
    _ = try bringIn(Self.fen, answering: #"{"on ice": "abandoned"}"#)
    #expect(status("goodreads-1") == "abandoned")
    #expect(try bringIn(Self.fen).report.questions.map(\.answer) == ["abandoned"])
  }

  @Test func `what is no status of ours is no answer`() {
    for json in ["[]", #"{"on ice": "cold"}"#, #"{"on ice": 3}"#, "{", ""] {
      #expect(StatusAnswers(json: json) == nil)
    }
  }
}
