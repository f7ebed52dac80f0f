import Library
import Testing

@testable import Interchange

@Suite struct `A table for Goodreads` {
  private static let csv = #"""
    Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies
    71100042,"The Glass Orchard (Tidewater, #2)",Mara Quill,"Quill, Mara",Jon Ash,"=""999990002X""","=""9789999900027""",4,,Fen Press,Paperback,312,2019,2017,2023/05/14,2022/11/02,"cosy, gifts","cosy (#1), gifts (#1)",read,Loved it.<br/>Twice &amp; more.,true,lent to Bo,2,1
    5,"Fen (Low Country, #0.5; Tidewater, #1-3)",Jon Ash,"Ash, Jon",,"=""""","=""""",0,,,Kindle Edition,,,-431,,2022/11/03,"cosy, to-read","cosy (#2), to-read",to-read,,,,0,0

    """#

  private func imported(_ bytes: [UInt8]) throws -> LibrarySnapshot {
    var library = LibrarySnapshot([LibraryEntity]())
    let plan = try ImportFile(bytes).plan(
      into: library, options: ImportOptions(batch: "batch", now: 1))
    for change in plan.operations.flatMap(\.changes) { library.apply(change) }
    return library
  }

  @Test func `gives back what an export of Goodreads held`() throws {
    let library = try imported(Array(Self.csv.utf8))
    let table = String(decoding: ExportFormat.goodreads.bytes(of: library), as: UTF8.self)
    #expect(
      table.split(separator: "\n").sorted() == Self.csv.split(separator: "\n").sorted())
  }

  @Test func `leaves out books in Trash, and rounds half stars up`() throws {
    let library = LibrarySnapshot([
      LibraryEntity(
        EntityKey(kind: "book", id: "b1"), fields: ["title": "Reed", "rating": 450, "added": 0]),
      LibraryEntity(
        EntityKey(kind: "book", id: "b2"), fields: ["title": "Gone"], isDeleted: true),
    ])
    let cells = try onlyRow(of: library)
    #expect(cells[1] == "Reed")
    #expect(cells[7] == "5")
    #expect(cells[15] == "1970/01/01")
  }

  @Test func `has a book once that is known under two ids, with the readings of both`() throws {
    let library = LibrarySnapshot([
      LibraryEntity(
        EntityKey(kind: "book", id: "b1"), fields: ["title": "Reed", "status": "read"],
        sets: ["shelves": ["s1": ["position": "V1"]]]),
      LibraryEntity(
        EntityKey(kind: "book", id: "b2"), fields: ["title": "Reed"],
        sets: ["shelves": ["s1": ["position": "U1"]]]),
      LibraryEntity(EntityKey(kind: "alias", id: "b2"), fields: ["from": "b2", "to": "b1"]),
      LibraryEntity(EntityKey(kind: "shelf", id: "s1"), fields: ["name": "Cosy"]),
      LibraryEntity(
        EntityKey(kind: "reading", id: "r1"),
        fields: ["book": "b1", "span": ["finished": "2023-05-14", "outcome": "read"]]),
      LibraryEntity(
        EntityKey(kind: "reading", id: "r2"),
        fields: ["book": "b2", "span": ["finished": "2024-05-14", "outcome": "read"]]),
    ])
    let cells = try onlyRow(of: library)
    #expect([cells[14], cells[17], cells[22]] == ["2024/05/14", "Cosy (#1)", "2"])
  }

  @Test func `counts what was read of a book that was joined with another`() throws {
    let library = LibrarySnapshot([
      LibraryEntity(
        EntityKey(kind: "book", id: "b1"), fields: ["title": "Reed", "status": "read"]),
      LibraryEntity(
        EntityKey(kind: "book", id: "b2"),
        fields: ["title": "Reed", "custom.dogear.joined": "b1"], isDeleted: true),
      LibraryEntity(
        EntityKey(kind: "reading", id: "r1"),
        fields: ["book": "b2", "span": ["finished": "2023-05-14", "outcome": "read"]]),
    ])
    let cells = try onlyRow(of: library)
    #expect([cells[14], cells[22]] == ["2023/05/14", "1"])
  }

  @Test func `comes back to the books it was made of, those without an author too`() throws {
    var library = LibrarySnapshot(
      [("b1", "Reed"), ("b2", "Fen"), ("b3", "Poems"), ("b4", "Poems")].map { id, title in
        LibraryEntity(
          EntityKey(kind: "book", id: id), fields: ["title": .string(title), "added": 0])
      })
    let table = ExportFormat.goodreads.bytes(of: library)
    let plan = try ImportFile(table).plan(
      into: library, options: ImportOptions(batch: "batch", now: 1))
    for change in plan.operations.flatMap(\.changes) { library.apply(change) }
    let titles = library.entities.values.filter { $0.key.kind == "book" }
      .compactMap { $0.fields["title"]?.string }
    // Which of two that nothing tells apart a row means, nobody can say.
    #expect(titles.sorted() == ["Fen", "Poems", "Poems", "Poems", "Reed"])
  }

  @Test func `is what a file name with .csv asks for`() {
    #expect(ExportFormat(fileName: "books.CSV") == .goodreads)
    #expect(ExportFormat(fileName: "books.json") == .dogear)
    #expect(ExportFormat(fileName: "books") == .dogear)
  }

  @Test func `has the ISBN-10 of numbers that have one`() {
    #expect(GoodreadsExport.tenDigits("9780441172719") == "0441172717")
    #expect(GoodreadsExport.tenDigits("9789999900027") == "999990002X")
    #expect(GoodreadsExport.tenDigits("9791090636071") == nil)
  }

  /// The cells of the one book that the table of `library` has.
  private func onlyRow(of library: LibrarySnapshot) throws -> [String] {
    let table = try #require(
      try CSVTable(ExportFormat.goodreads.bytes(of: library), delimiter: UInt8(ascii: ",")))
    #expect(table.rows.count == 1)
    guard case .cells(let cells, nil)? = table.rows.first?.content else {
      Issue.record("the row is whole")
      return []
    }
    return cells
  }
}
