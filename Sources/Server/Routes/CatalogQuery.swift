import Catalog
import Library

/// `GET /v1/catalog` and `GET /v1/catalog/search`, as their queries say.
package enum CatalogQuery: Hashable, Sendable {
  /// All books, in the catalogue's order or shuffled by a seed.
  case all(seed: String?, page: Int)
  /// What a search finds.
  case search(String, page: Int)

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
    self = .search(text, page: try Self.page(query))
  }

  private static func page(_ query: [String: String]) throws(AdministrationError) -> Int {
    guard let text = query["page"] else { return 1 }
    guard let page = Int(text), (1...Catalog.Limits.pageMax).contains(page) else {
      throw .badQuery("“page” is a whole number from 1 to \(Catalog.Limits.pageMax).")
    }
    return page
  }

  /// The answer: `{items:[{id, book, fields, isbns?}], page, total, more}`.
  var answer: JSONValue {
    switch self {
    case .all(let seed, let page): StarterLibrary.page(page, seed: seed).json
    case .search(let text, let page): StarterLibrary.results(for: text, page: page).json
    }
  }
}

extension CatalogPage {
  fileprivate var json: JSONValue {
    [
      "items": .array(books.map(\.item)), "page": .int(number), "total": .int(total),
      "more": .bool(more),
    ]
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
