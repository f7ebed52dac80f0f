@testable import Interchange
import Library
import TestSupport
import Testing

/// One reader's exports of several programs, brought in one after the other (BOOKS §5): the same library,
/// whichever comes first.
@Suite struct `Exports of several programs` {
  @Test(arguments: [["goodreads.json", "storygraph.json"], ["storygraph.json", "goodreads.json"]])
  func `make one book with both read-throughs`(files: [String]) throws {
    var library = LibrarySnapshot([])
    for file in files { try bringIn(file, to: &library) }
    let books = library.living("book")
    #expect(books.count == 1)
    let book = try #require(books.first)
    #expect(
      Set((book.sets["identifiers"] ?? [:]).keys) == ["goodreads:71100042", "isbn:9789999900027"])
    #expect(Set((book.sets["tags"] ?? [:]).keys) == ["beach", "gift"])
    #expect(book.fields["series"]?.array?.first?["name"] == "Tidewater")
    #expect(book.fields["custom.Pace"] == "slow")
    let spans = library.living("reading").compactMap { $0.fields["span"] }
    #expect(
      Set(spans) == [
        ["finished": "2023-05-14", "outcome": "read"],
        ["started": "2024-01-20", "finished": "2024-02-03", "outcome": "read"],
      ])
    // Neither has anything to add any more.
    for file in files { #expect(try bringIn(file, to: &library) == 0) }
  }

  @Test(
    arguments: [
      ["goodreads.json", "storygraph.json", "bookwyrm.json", "openreads.json"],
      ["openreads.json", "bookwyrm.json", "storygraph.json", "goodreads.json"],
      ["bookwyrm.json", "goodreads.json", "openreads.json", "storygraph.json"],
    ])
  func `make one book with all that each of four knows`(files: [String]) throws {
    var library = LibrarySnapshot([])
    for file in files { try bringIn(file, to: &library) }
    let books = library.living("book")
    #expect(books.count == 1)
    let book = try #require(books.first)
    #expect(
      Set((book.sets["identifiers"] ?? [:]).keys)
        == ["goodreads:71100042", "isbn:9789999900027", "olid:OL1M"])
    #expect(Set((book.sets["tags"] ?? [:]).keys) == ["beach", "cosy", "gift", "gifts"])
    #expect(book.fields["favourite"] == true)
    let spans = library.living("reading").compactMap { $0.fields["span"] }
    #expect(
      Set(spans) == [
        ["started": "2023-04-02", "finished": "2023-05-14", "outcome": "read"],
        ["started": "2024-01-20", "finished": "2024-02-03", "outcome": "read"],
      ])
    for file in files { #expect(try bringIn(file, to: &library) == 0) }
  }

  /// Brings in the whole example of a program's vectors; how many operations that took.
  @discardableResult
  private func bringIn(_ file: String, to library: inout LibrarySnapshot) throws -> Int {
    let example = try #require(try Vectors.cases("interchange", file).first)
    let csv = try #require(example.body["given"]?["csv"]?.string)
    let plan = try ImportFile(Array(csv.utf8)).plan(
      into: library, options: ImportOptions(batch: "batch", now: 1_700_000_000_000))
    for change in plan.operations.joined() { library.apply(change) }
    return plan.operations.count
  }
}

extension LibrarySnapshot {
  fileprivate func living(_ kind: String) -> [LibraryEntity] {
    entities.values.filter { $0.key.kind == kind && !$0.isDeleted }
  }
}
