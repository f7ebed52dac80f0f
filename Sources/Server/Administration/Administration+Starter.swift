import Catalog
import Interchange
import Library
import Store

// MARK: The starter library

extension Administration {
  /// What the starter library holds: `{count, sample:[{title, authors, year?}]}`.
  func starterOffer() -> JSONValue {
    let books = StarterLibrary.books
    // Spread over the whole list, which is in order of time: old and new, from everywhere.
    let step = max(1, books.count / Limits.starterSampleCount)
    let sample = stride(from: 0, to: books.count, by: step).prefix(Limits.starterSampleCount)
    return [
      "count": .int(books.count), "sample": .array(sample.map { books[$0].summary }),
    ]
  }

  /// Brings the starter library into the owner's, what is there already left as it is. Returns a
  /// report of the same form as an import's; and ends early, too, when `device` is taken away.
  /// - Throws: `AdministrationError.cutShort` where the server stops meanwhile, `StoreError`.
  func importStarter(by device: String? = nil) throws -> JSONValue {
    let library = try owner().library.id
    let keys = StarterLibrary.books.map(\.entity) + [StarterLibrary.shelf]
    let (head, known) = try store.read(library) { snapshot throws(StoreError) in
      (snapshot.library.head, Set(try snapshot.states(of: keys).keys))
    }
    let changes = StarterLibrary.changes(exists: known.contains, now: clock())
    let operations = changes.map { ImportPlan.Operation([ImportPlan.Group($0)]) }
    let refused = try carryOut(operations, in: library, base: head, by: device)
    let rows = StarterLibrary.books.enumerated().map { position, book -> JSONValue in
      let outcome = known.contains(book.entity) ? "unchanged" : "added"
      return [
        "row": .int(position + 1), "outcome": .string(outcome), "title": .string(book.title),
      ]
    }
    let unchanged = StarterLibrary.books.count { known.contains($0.entity) }
    let counts: JSONValue = [
      "added": .int(rows.count - unchanged), "unchanged": .int(unchanged), "updated": 0,
      "review": 0, "failed": 0,
    ]
    var report: JSONObject = [
      "source": "starter", "dry": false, "counts": counts, "rows": .array(rows),
    ]
    if !refused.isEmpty { report["refused"] = .array(refused.map { .string($0.sentence) }) }
    return .object(report)
  }
}

extension StarterBook {
  /// The book as an offer shows it.
  fileprivate var summary: JSONValue {
    var members: JSONObject = [
      "title": .string(title),
      "authors": .array(contributors.filter { $0.role == "author" }.map { .string($0.name) }),
    ]
    members["year"] = originalYear.map(JSONValue.int)
    return .object(members)
  }
}
