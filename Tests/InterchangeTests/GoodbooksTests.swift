import Foundation
import Library
import Testing

@testable import Interchange

/// Ten thousand real books as a Goodreads export. The data lies beside the checkout, or where
/// `DOGEAR_SHARED` says, and is never copied into it.
@Suite struct `Ten thousand books` {
  private static let books: Data? = {
    let shared =
      ProcessInfo.processInfo.environment["DOGEAR_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")
    return FileManager.default.contents(
      atPath: shared.appendingPathComponent("data/goodbooks-10k/books.csv").path)
  }()

  @Test(
    .enabled(
      if: books != nil, "goodbooks-10k is not beside the checkout; set DOGEAR_SHARED to its parent"
    ))
  func `are all brought in, and the second time nothing changes`() throws {
    let data = try #require(Self.books)
    let table = try #require(try CSVTable(Array(data), delimiter: UInt8(ascii: ",")))
    let export = GoodbooksExport(table).csv
    let clock = ContinuousClock()
    var library = LibrarySnapshot([LibraryEntity]())
    let options = ImportOptions(batch: "batch", now: 1_700_000_000_000)

    let start = clock.now
    let file = try ImportFile(export)
    let read = clock.now
    let first = file.plan(into: library, options: options)
    let planned = clock.now
    #expect(first.report.rows.count == table.rows.count)
    #expect(first.report.count(.failed) == 0)
    let changes = first.operations.flatMap(\.changes)
    let books = changes.filter { $0.entity.kind == "book" && $0.life == .create }
    #expect(books.count + first.report.count(.updated) + first.report.count(.unchanged) == 10_000)
    #expect(books.count > 9_990)
    for change in changes {
      try Validation.check(change, device: Author.server)
      library.apply(change)
    }

    let again = clock.now
    let second = file.plan(into: library, options: options)
    print(
      "10,000 rows: read \(read - start), planned \(planned - read), again \(clock.now - again);"
        + " \(first.operations.count) operations")
    #expect(second.operations.isEmpty)
    #expect(second.report.count(.unchanged) == table.rows.count)
  }
}

/// Makes a Goodreads export out of the data set's own table.
private struct GoodbooksExport {
  let csv: [UInt8]

  init(_ table: CSVTable) {
    var writer = CSVWriter()
    writer.append(GoodreadsColumn.allCases.prefix(24).map(\.rawValue))
    for row in table.rows {
      guard case .cells(let cells, _) = row.content else { continue }
      let book = Dictionary(zip(table.header, cells)) { first, _ in first }
      writer.append(Self.row(book, row.number))
    }
    csv = writer.bytes
  }

  private static func row(_ book: [String: String], _ number: Int) -> [String] {
    let authors = (book["authors"] ?? "").components(separatedBy: ", ")
    let names = authors[0].split(separator: " ")
    let lastFirst = "\(names.last ?? ""), \(names.dropLast().joined(separator: " "))"
    let isbn = book["isbn"] ?? ""
    let padded = isbn.isEmpty ? "" : String(repeating: "0", count: max(0, 10 - isbn.count)) + isbn
    let year = (book["original_publication_year"] ?? "").components(separatedBy: ".")[0]
    let status = ["read", "to-read", "currently-reading", "dropped"][number % 4]
    let isRead = status == "read"
    let shelf = ["cosy", "gifts", "work"][number % 3]
    let repeated = isRead ? "" : ", \(status)"
    return [
      book["goodreads_book_id"] ?? "", book["title"] ?? "", authors[0], lastFirst,
      authors.dropFirst().joined(separator: ", "), "=\"\(padded)\"", "=\"\"",
      isRead ? String(number % 6) : "0", book["average_rating"] ?? "", "", "Paperback", "", "",
      year, isRead && number % 8 != 0 ? "2021/0\(1 + number % 9)/1\(number % 10)" : "",
      "2020/1\(number % 3)/2\(number % 9)", shelf + repeated,
      "\(shelf) (#\(number))" + (isRead ? "" : ", \(status) (#\(number))"), status,
      number % 5 == 0 ? "Row \(number).<br/><br/>It was \"fine\"." : "", "", "",
      isRead ? String(1 + number % 3) : "0", "0",
    ]
  }
}
