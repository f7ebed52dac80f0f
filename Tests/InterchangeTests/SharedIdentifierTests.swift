import Library
import Testing

@testable import Interchange

/// Rows of one file that have one ISBN: the volumes of a set, or a file that is to keep Dogear busy.
@Suite struct `Rows that share an ISBN` {
  /// Imports one row for each of `titles`, and says what became of them.
  private func outcomes(of titles: [String]) throws -> [ImportReport.Outcome] {
    let rows = titles.enumerated().map { "\($0 + 1),\($1),Jon Ash,9780441172719,read" }
    let csv = (["Book Id,Title,Author,ISBN13,Exclusive Shelf"] + rows).joined(separator: "\n")
    let plan = try ImportFile(Array(csv.utf8)).plan(
      into: LibrarySnapshot([LibraryEntity]()), options: ImportOptions(batch: "batch", now: 1))
    return plan.report.rows.map(\.outcome)
  }

  private func volumes(_ count: Int) -> [String] { (1...count).map { "Fen volume \($0)" } }

  @Test func `are one book where they have one title, and different ones where not`() throws {
    let volumes = volumes(Limits.comparedTwinCountMax)
    let outcomes = try outcomes(of: volumes + ["The FEN volume 1", volumes.last ?? ""])
    #expect(outcomes.prefix(volumes.count).allSatisfy { $0 == .added })
    #expect(outcomes.suffix(2) == [.updated, .updated])
  }

  @Test func `are compared with no more books than the bound says`() throws {
    let volumes = volumes(Limits.comparedTwinCountMax + 1)
    let outcomes = try outcomes(of: volumes + [volumes.last ?? "", volumes[0]])
    #expect(outcomes.suffix(2) == [.added, .updated])
  }

  @Test func `bring a book no more ids than it may have`() throws {
    let count = Library.Limits.elementsPerSetMax + 10
    let book = LibraryEntity(
      EntityKey(kind: "book", id: "mine"), fields: ["title": "Fen"],
      sets: ["identifiers": JSONObject((1..<count).map { ("olid:\($0)", .null) }) { $1 }])
    let update = BookUpdate(
      draft: Draft(sourceId: "1", identifiers: ["goodreads:1"]), earlier: nil, book: book)
    #expect(update.change == nil)
  }
}
