package import Library

/// What a list leaves out: for each facet the values of which a book must have one, of tags those of
/// which it must have all, and those of which it may have none.
package struct Filters: Hashable, Sendable {
  /// The facets, in the order that links print them.
  package enum Facet: String, CaseIterable, Sendable {
    case status, shelf, tag, format, author, series, publisher, language, decade, rating, pages
    case missing
  }

  /// How many of some values a book must have. The raw value stands before the facet's name.
  package enum Share: String, CaseIterable, Sendable {
    case any = ""
    case all = "all-"
    case none = "-"
  }

  /// What is asked of a facet: one of some values, all of them, or none.
  package struct Key: Hashable, CaseIterable, Sendable {
    /// What is asked about.
    package let facet: Facet
    /// How many of the values a book must have.
    package let share: Share

    /// The name in links and states: `tag`, `all-tag`, `-tag`.
    package var name: String { share.rawValue + facet.rawValue }

    /// Every key, in the order that links print them. All of several values is asked of tags alone:
    /// of the others a book has one, or has them by chance.
    package static let allCases = Facet.allCases.flatMap { facet in
      Share.allCases.filter { $0 != .all || facet == .tag }.map { Key(facet: facet, share: $0) }
    }
  }

  /// Sorted, unique, at most 16, never empty.
  package private(set) var values: [Key: [String]] = [:]

  /// No filters.
  package init() {}

  /// The filters that `json` spells; what is no value of its facet is left out.
  package init(json: JSONValue?) {
    for key in Key.allCases {
      set(key, to: (json?[key.name]?.array ?? []).compactMap(key.facet.value))
    }
  }

  /// Makes `values` the ones of `key`: sorted by scalar, unique, the first 16.
  package mutating func set(_ key: Key, to newValues: [String]) {
    let sorted = Set(newValues).sorted(by: Text.precedes).prefix(Limits.filterValues)
    values[key] = sorted.isEmpty ? nil : Array(sorted)
  }

  /// The JSON form.
  package var json: JSONValue {
    .object(
      JSONObject(
        uniqueKeysWithValues: values.map { key, values in
          (key.name, JSONValue.array(values.map { .string($0) }))
        }))
  }
}

extension Filters.Facet {
  /// Whether only books have its values, so that one that no book has any more means nothing. The
  /// others are always there.
  var isOfBooks: Bool {
    switch self {
    case .tag, .format, .author, .series, .publisher, .language: true
    case .status, .shelf, .decade, .rating, .pages, .missing: false
    }
  }

  /// The value of this facet that `json` spells, or nil.
  fileprivate func value(_ json: JSONValue) -> String? {
    switch self {
    case .status: (json as JSONValue?).choice(ListRef.Status.self)?.rawValue
    case .shelf: Text.identifier(json)
    case .tag, .format, .language: Text.naming(json, Limits.filterValueLength)
    case .author, .series, .publisher: Text.naming(json, Limits.filterNameLength)
    case .decade: json.string.flatMap { Self.isDecade($0) ? $0 : nil }
    case .rating: Self.choice(json, of: Self.ratingSteps)
    case .pages: Self.choice(json, of: Self.pageSteps)
    case .missing: Self.choice(json, of: Self.missingFields)
    }
  }

  /// Whole stars: a book of 4½ has those of 4.
  private static let ratingSteps = ["0", "1", "2", "3", "4", "5"]

  /// Where a range of pages begins; the next one ends it.
  private static let pageSteps = ["0", "100", "200", "300", "400", "500", "700", "1000"]

  /// What a book may lack that somebody who tidies a library looks for.
  private static let missingFields = [
    "author", "cover", "description", "format", "isbn", "language", "pages", "published",
    "publisher", "rating", "review", "series", "shelf", "status", "tag",
  ]

  private static func choice(_ json: JSONValue, of choices: [String]) -> String? {
    json.string.flatMap { text in choices.first { Text.areSame($0, text) } }
  }

  /// Whether this is the year that a decade begins with, before our era with a minus.
  private static func isDecade(_ text: String) -> Bool {
    guard let year = Int(text), (-99_990...99_990).contains(year) else { return false }
    return year % 10 == 0 && Text.areSame(text, String(year))
  }
}
