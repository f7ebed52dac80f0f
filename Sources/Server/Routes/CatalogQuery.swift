import Catalog
import Library

/// `GET /v1/catalog` and `GET /v1/catalog/search`, as their queries say.
package enum CatalogQuery: Hashable, Sendable {
  /// All books, in the catalogue's order or shuffled by a seed.
  case all(seed: String?, page: Int)
  /// What a search finds.
  case search(String, page: Int)
  /// What Open Library finds.
  case openLibrary(String, page: Int)

  /// Reads the query of `/v1/catalog`.
  /// - Throws: `AdministrationError.badQuery`, a sentence for whoever wrote it.
  package init(all query: [String: String]) throws(AdministrationError) {
    let seed = query["seed"]
    if let seed, !(1...Catalog.Limits.seedLengthMax).contains(seed.unicodeScalars.count) {
      throw .badQuery("“seed” is a text of 1 to \(Catalog.Limits.seedLengthMax) characters.")
    }
    self = .all(seed: seed, page: try Self.page(query))
  }

  /// Reads the query of `/v1/catalog/search`.
  /// - Throws: `AdministrationError.badQuery`, a sentence for whoever wrote it.
  package init(search query: [String: String]) throws(AdministrationError) {
    let text = query["q"] ?? ""
    guard (1...Catalog.Limits.searchLengthMax).contains(text.unicodeScalars.count) else {
      throw .badQuery(
        "The catalogue is searched by a “q” of 1 to \(Catalog.Limits.searchLengthMax) characters.")
    }
    let page = try Self.page(query)
    switch query["in"] {
    case nil: self = .search(text, page: page)
    case "openLibrary": self = .openLibrary(text, page: page)
    default: throw .badQuery("“in” is openLibrary, or absent.")
    }
  }

  private static func page(_ query: [String: String]) throws(AdministrationError) -> Int {
    guard let text = query["page"] else { return 1 }
    guard let page = Int(text), (1...Catalog.Limits.pageMax).contains(page) else {
      throw .badQuery("“page” is a whole number from 1 to \(Catalog.Limits.pageMax).")
    }
    return page
  }

  /// The answer: `{items:[{id, book, fields, isbns?}], page, total, more}`, of a search with the other
  /// catalogues that can be asked by `in`, where there are any: `others`. Of Open Library's, which is not
  /// known here, a page without books.
  func answer(others: [String]) -> JSONValue {
    switch self {
    case .all(let seed, let page): StarterLibrary.page(page, seed: seed).json
    case .search(let text, let page):
      StarterLibrary.results(for: text, page: page).json(others: others)
    case .openLibrary(_, let page): FoundPage(books: [], number: page, total: 0).json
    }
  }

  /// What Open Library is to be asked; nil for what is not its business, or no words at all.
  var openLibraryQuestion: OpenLibraryQuestion? {
    guard case .openLibrary(let text, let page) = self else { return nil }
    return OpenLibraryQuestion(typed: text, page: page)
  }
}

extension CatalogPage {
  fileprivate var json: JSONValue {
    [
      "items": .array(books.map(\.item)), "page": .int(number), "total": .int(total),
      "more": .bool(more),
    ]
  }

  fileprivate func json(others: [String]) -> JSONValue {
    guard !others.isEmpty, var members = json.object else { return json }
    members["others"] = .array(others.map(JSONValue.string))
    return .object(members)
  }
}

extension StarterBook {
  /// The book as the catalogue shows it: its id there, the id of the book that it becomes in a
  /// library, the fields of that, and the numbers of editions by which it is found.
  var item: JSONValue {
    var members: JSONObject = [
      "id": .string(id), "book": .string(entity.id), "fields": .object(fields),
    ]
    if !isbns.isEmpty { members["isbns"] = .array(isbns.map(JSONValue.string)) }
    return .object(members)
  }
}
