import Catalog
import Library
import TestSupport
import Testing

@Suite struct `Looking through the catalogue` {
  private func all(seed: String?) -> [CatalogPage] {
    var pages = [StarterLibrary.page(1, seed: seed)]
    while let last = pages.last, last.more {
      pages.append(StarterLibrary.page(last.number + 1, seed: seed))
    }
    return pages
  }

  @Test(arguments: [nil, "f1", "another"])
  func `shows every book once, twenty at a time`(seed: String?) {
    let pages = all(seed: seed)
    let ids = pages.flatMap(\.books).map(\.id)
    #expect(Set(ids) == Set(StarterLibrary.books.map(\.id)))
    #expect(ids.count == StarterLibrary.books.count)
    #expect(pages.dropLast().allSatisfy { $0.books.count == 20 })
    #expect(pages.allSatisfy { $0.total == ids.count })
    #expect(pages.map(\.number) == Array(1...pages.count))
  }

  @Test func `is in the order of the file without a seed, and mixed by one, the same each time`() {
    let plain = StarterLibrary.page(2).books.map(\.id)
    #expect(plain == StarterLibrary.books[20..<40].map(\.id))
    let mixed = all(seed: "f1").flatMap(\.books)
    #expect(mixed == all(seed: "f1").flatMap(\.books))
    #expect(mixed != all(seed: "f2").flatMap(\.books))
    // Well mixed: hardly any two neighbours of the file are still neighbours.
    let places = Dictionary(uniqueKeysWithValues: mixed.enumerated().map { ($1.id, $0) })
    let neighbours = zip(StarterLibrary.books, StarterLibrary.books.dropFirst()).count {
      abs((places[$0.id] ?? 0) - (places[$1.id] ?? 0)) == 1
    }
    #expect(neighbours < 15)
  }

  @Test func `has nothing beyond its end`() {
    let beyond = StarterLibrary.page(10_000)
    #expect(beyond.books.isEmpty && !beyond.more)
    #expect(beyond.total == StarterLibrary.books.count)
  }

  @Test func `knows a book by its id`() {
    #expect(StarterLibrary.book("emma")?.title == "Emma")
    #expect(StarterLibrary.book("starter-emma") == nil)
  }
}

@Suite struct `Searching the catalogue` {
  @Test(
    arguments: try Vectors.cases("catalog", "elision.json")
      + Vectors.cases("catalog", "letters.json"))
  func `finds words however they are typed, as the vectors have it`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let text = SearchText([given["title"]?.string ?? ""])
    let query = SearchText.words(given["query"]?.string ?? "")
    #expect(text.matches(query) == (vector.body["expect"] == true))
  }

  @Test func `finds a book by what its own title is without its article`() {
    let found = StarterLibrary.results(for: "assommoir").books
    #expect(found.map(\.title) == ["L’Assommoir"])
  }

  @Test(arguments: [
    // The title itself before titles that begin with it, those before titles that contain it.
    ("emma", "Emma"), ("the odyssey", "The Odyssey"), ("odyssey", "The Odyssey"),
    ("jane eyre", "Jane Eyre"), ("ΟΔΎΣΣΕΙΑ", "The Odyssey"),
    ("madame bovary flaubert", "Madame Bovary"),
  ])
  func `puts the likeliest first`(query: String, title: String) {
    #expect(StarterLibrary.results(for: query).books.first?.title == title)
  }

  @Test func `puts books by a person before books that only begin with the name`() {
    let found = StarterLibrary.results(for: "jane austen").books
    #expect(found.count >= 6)
    #expect(found.allSatisfy { $0.contributors.first?.name == "Jane Austen" })
  }

  @Test(arguments: ["9780141439587", "978-0-14-143958-7", "0141439580", "0-14-143958-0"])
  func `finds an edition's number, however it is written`(isbn: String) {
    #expect(StarterLibrary.results(for: isbn).books.map(\.title) == ["Emma"])
  }

  @Test(arguments: [" ", "?!", "zyzzyva", "9780000000002"])
  func `finds nothing for nothing and for what nobody wrote`(query: String) {
    let page = StarterLibrary.results(for: query)
    #expect(page.books.isEmpty && page.total == 0 && !page.more)
  }

  @Test func `comes in pages that join`() {
    let first = StarterLibrary.results(for: "the")
    #expect(first.books.count == 20 && first.more)
    var ids = first.books.map(\.id)
    var page = first
    while page.more {
      page = StarterLibrary.results(for: "the", page: page.number + 1)
      ids += page.books.map(\.id)
    }
    #expect(ids.count == first.total && Set(ids).count == ids.count)
  }
}
