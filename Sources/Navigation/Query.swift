package import Library

/// What a list is asked: a text, filters and an order. Links carry it.
package struct Query: Hashable, Sendable {
  /// What is searched for; empty finds everything.
  package var text: String
  /// What is left out.
  package var filters: Filters
  /// The order of what is left.
  package var sort: Sort

  /// No text, no filters, newest first.
  package init(text: String = "", filters: Filters = Filters(), sort: Sort = Sort()) {
    self.text = text
    self.filters = filters
    self.sort = sort
  }
}

/// The order of a list.
package struct Sort: Hashable, Sendable {
  /// What the books are compared by. `position` is the order that people gave a shelf by hand; a
  /// list that is no shelf has none. `random` has no direction, but a seed, which says which order
  /// it is: so it is the same for everyone who has the link.
  package enum Key: String, CaseIterable, Sendable {
    case title, author, series, published, pages, rating, started, finished, progress
    case added, modified, position, random
  }

  /// What the books are compared by.
  package var by: Key
  /// Whether the greatest comes first.
  package var isDescending: Bool
  /// Which random order it is; 0 for every other.
  package var seed: Int

  /// Newest first is what a list shows until somebody says otherwise, and what a link leaves out.
  package init(by key: Key = .added, isDescending: Bool = true) {
    self.by = key
    self.isDescending = key != .random && isDescending
    seed = 0
  }

  /// The random order of a seed.
  package init(seed: Int) {
    self.init(by: .random)
    self.seed = seed
  }

  /// The order that `json` spells, or nil.
  package init?(json: JSONValue?) {
    guard let key = json?["by"].choice(Key.self) else { return nil }
    self.init(by: key, isDescending: json?["desc"] == .bool(true))
    if key == .random { seed = (json?["seed"]).cleanInteger(Limits.sortSeed) }
  }

  /// The JSON form.
  package var json: JSONValue {
    var members: JSONObject = ["by": .string(by.rawValue), "desc": .bool(isDescending)]
    if by == .random { members["seed"] = .int(seed) }
    return .object(members)
  }
}
