@testable import Interchange
import Library
import TestSupport
import Testing

/// One reader's exports of several programs, brought in one after the other (BOOKS §5): the same library,
/// whichever comes first.
@Suite struct `Exports of several programs` {
  @Test(arguments: [["goodreads", "storygraph"], ["storygraph", "goodreads"]])
  func `make one book with both read-throughs`(programs: [String]) throws {
    let (book, spans) = try bringIn(programs)
    #expect(
      Set((book.sets["identifiers"] ?? [:]).keys) == ["goodreads:71100042", "isbn:9789999900027"])
    #expect(Set((book.sets["tags"] ?? [:]).keys) == ["beach", "gift"])
    #expect(book.fields["series"]?.array?.first?["name"] == "Tidewater")
    #expect(book.fields["custom.Pace"] == "slow")
    #expect(
      spans == [
        ["finished": "2023-05-14", "outcome": "read"],
        ["started": "2024-01-20", "finished": "2024-02-03", "outcome": "read"],
      ])
  }

  @Test(
    arguments: [
      ["goodreads", "storygraph", "librarything", "bookwyrm", "openreads", "calibre"],
      ["calibre", "openreads", "bookwyrm", "librarything", "storygraph", "goodreads"],
      ["librarything", "bookwyrm", "goodreads", "calibre", "openreads", "storygraph"],
    ])
  func `make one book with all that each of six knows`(programs: [String]) throws {
    let (book, spans) = try bringIn(programs)
    #expect(
      Set((book.sets["identifiers"] ?? [:]).keys)
        == ["goodreads:71100042", "isbn:9789999900027", "olid:OL1M"])
    #expect(Set((book.sets["tags"] ?? [:]).keys) == ["beach", "cosy", "gift", "gifts"])
    #expect(book.fields["favourite"] == true)
    #expect(book.fields["languages"] == ["en"])
    #expect(
      spans == [
        ["started": "2023-04-02", "finished": "2023-05-14", "outcome": "read"],
        ["started": "2024-01-20", "finished": "2024-02-03", "outcome": "read"],
      ])
  }

  /// Brings in the programs' examples: the one book of them all, and when it was read.
  private func bringIn(_ programs: [String]) throws -> (LibraryEntity, Set<JSONValue>) {
    var library = LibrarySnapshot([])
    for program in programs { try bringIn(program, to: &library) }
    let books = library.living("book")
    #expect(books.count == 1)
    // None has anything to add any more.
    for program in programs { #expect(try bringIn(program, to: &library) == 0) }
    return (
      try #require(books.first), Set(library.living("reading").compactMap { $0.fields["span"] })
    )
  }

  /// Brings in the whole example of a program's vectors; how many operations that took.
  @discardableResult
  private func bringIn(_ program: String, to library: inout LibrarySnapshot) throws -> Int {
    let example = try #require(try Vectors.cases("interchange", "\(program).json").first)
    let csv = try #require(example.body["given"]?["csv"]?.string)
    let plan = try ImportFile(Array(csv.utf8)).plan(
      into: library, options: ImportOptions(batch: "batch", now: 1_700_000_000_000))
    for change in plan.operations.flatMap(\.changes) { library.apply(change) }
    return plan.operations.count
  }
}

extension LibrarySnapshot {
  fileprivate func living(_ kind: String) -> [LibraryEntity] {
    entities.values.filter { $0.key.kind == kind && !$0.isDeleted }
  }
}
