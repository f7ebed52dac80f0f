import Catalog
import Library
import Testing

@Suite struct `The starter library` {
  private let books = StarterLibrary.books

  @Test func `has books enough to fill a screen, in many languages`() {
    #expect(books.count >= 220)
    #expect(Set(books.map(\.language)).count >= 20)
  }

  @Test func `names every book once, and no edition twice`() {
    #expect(Set(books.map(\.id)).count == books.count)
    #expect(books.allSatisfy { Identifier.isValid($0.id) && Identifier.isValid($0.entity.id) })
    let isbns = books.flatMap(\.isbns)
    #expect(isbns.count >= 30 && Set(isbns).count == isbns.count)
    let names = books.map { [$0.title] + $0.contributors.map(\.name) }
    #expect(Set(names).count == books.count)
  }

  @Test func `holds only well-formed books from before 1929`() {
    for book in books {
      #expect(book.originalYear.map { $0 < 1929 && $0 != 0 } ?? true, "\(book.title)")
      #expect(!book.subjects.isEmpty, "\(book.title)")
      #expect(Set(book.subjects).count == book.subjects.count, "\(book.title)")
      #expect(book.originalTitle != book.title, "\(book.title)")
      let texts =
        [book.title, book.subtitle ?? "-", book.originalTitle ?? "-"] + book.subjects
        + book.contributors.flatMap { [$0.name, $0.sort ?? "-"] }
      for text in texts {
        #expect(!text.isEmpty && text.first != " " && text.last != " ", "\(book.title): \(text)")
        #expect(!text.contains("  ") && !text.contains("|"), "\(book.title): \(text)")
      }
      for isbn in book.isbns { #expect(ISBN.isValid13(isbn), "\(book.title): \(isbn)") }
      for person in book.contributors {
        #expect(["author", "translator", "compiler"].contains(person.role), "\(book.title)")
        #expect(person.sort != person.name, "\(book.title)")
      }
    }
  }

  @Test func `knows the years and the authors of books that everyone knows`() throws {
    let gatsby = try #require(books.first { $0.title == "The Great Gatsby" })
    #expect(gatsby.originalYear == 1925)
    #expect(gatsby.pages == 218)
    #expect(gatsby.contributors.first?.sort == "Fitzgerald, F. Scott")
    let genji = try #require(books.first { $0.title == "The Tale of Genji" })
    #expect(genji.originalTitle == "源氏物語")
    #expect(genji.contributors.first?.sort == nil)
  }
}

@Suite struct `Adding the starter library` {
  @Test func `makes changes that the library accepts, in operations of at most 64`() throws {
    let operations = StarterLibrary.changes(exists: { _ in false }, now: 1_700_000_000_000)
    #expect(operations.allSatisfy { (1...64).contains($0.count) })
    for change in operations.joined() {
      #expect(throws: Never.self, "\(change.entity.id)") {
        try Validation.check(change, device: "laptop")
      }
    }
    let books = operations.joined().filter { $0.entity.kind == "book" }
    #expect(books.count == StarterLibrary.books.count)
    #expect(books.allSatisfy { $0.life == .create && $0.set["status"] == nil })
    #expect(books.allSatisfy { $0.add["shelves"] == [StarterLibrary.shelf.id: .null] })
  }

  @Test func `changes nothing the second time`() {
    let first = StarterLibrary.changes(exists: { _ in false }, now: 1)
    let made = Set(first.joined().map(\.entity))
    #expect(StarterLibrary.changes(exists: made.contains, now: 2) == [])
  }

  @Test func `leaves what is there as it is and adds the rest`() throws {
    let emma = try #require(StarterLibrary.books.first { $0.title == "Emma" })
    let changes = StarterLibrary.changes(
      exists: { $0 == emma.entity || $0 == StarterLibrary.shelf }, now: 1
    ).joined()
    #expect(changes.count == StarterLibrary.books.count - 1)
    #expect(!changes.contains { $0.entity == emma.entity || $0.entity == StarterLibrary.shelf })
  }
}

@Suite struct `Searching the starter library` {
  @Test(arguments: [
    ("emile zola germ", "Germinal"), ("brontë jane", "Jane Eyre"), ("BRONTE jane", "Jane Eyre"),
    ("преступление", "Crime and Punishment"), ("源氏", "The Tale of Genji"),
    ("gullivers", "Gulliver’s Travels"), ("odysse", "The Odyssey"), ("οδυσσεια", "The Odyssey"),
  ])
  func `finds titles and authors in any case and without accents`(query: String, title: String) {
    #expect(StarterLibrary.search(query).map(\.title) == [title])
  }

  @Test func `finds all for nothing, and no more than asked for`() {
    #expect(StarterLibrary.search(" ").count == StarterLibrary.books.count)
    #expect(StarterLibrary.search("", limit: 3).count == 3)
    #expect(StarterLibrary.search("zyzzyva").isEmpty)
  }
}
