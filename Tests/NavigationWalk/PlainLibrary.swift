package import Library
package import Navigation

/// A library in its plain form, which is what the vectors' `lib` fixtures hold:
///
///     {"cursor":10, "books":{"b1":"alive","b2":"dead"}, "shelves":{…}, "devices":{…},
///      "tags":["cosy"], "formats":["ebook"], "authors":[…], "series":[…], "publishers":[…],
///      "languages":["en"], "merged":{"b3":"b1"}, "added":{"r1":"b1"}}
///
/// A book, shelf or device that its section does not name is absent. A section that is left out
/// says nothing about its kind: all of it is alive.
package struct PlainLibrary: LibraryView, Sendable {
  private let json: JSONValue

  /// The library that `json` describes.
  package init(json: JSONValue) { self.json = json }

  /// The member `cursor`, 0 when it is missing.
  package var cursor: Int { json["cursor"]?.int ?? 0 }
  /// By the section `books`.
  package func book(_ id: String) -> Life { life("books", id) }
  /// By the section `shelves`.
  package func shelf(_ id: String) -> Life { life("shelves", id) }
  /// By the section `devices`.
  package func device(_ id: String) -> Life { life("devices", id) }
  /// By the list of the facet: `tags`, `formats`, `authors`, `series`, `publishers`, `languages`.
  package func value(_ value: String, of facet: Filters.Facet) -> Life {
    listed(facet == .series ? facet.rawValue : "\(facet.rawValue)s", value)
  }
  /// By the section `merged`.
  package func merged(_ book: String) -> String? { json["merged"]?[book]?.string }
  /// By the section `added`.
  package func added(_ result: String) -> String? { json["added"]?[result]?.string }

  private func life(_ section: String, _ id: String) -> Life {
    guard let section = json[section], section.object != nil else { return .alive }
    guard let named = section[id] else { return .absent }
    return named == .string("alive") ? .alive : .dead
  }

  private func listed(_ section: String, _ value: String) -> Life {
    guard let values = json[section]?.array else { return .alive }
    return values.contains(.string(value)) ? .alive : .absent
  }
}
