/// A list of people's names in one cell.
enum PersonNames {
  /// `Jon Ash, Martin King, Jr.` → `Jon Ash` and `Martin King, Jr.`; each name once, tidied.
  static func split(_ text: String) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for part in text.split(separator: ",") {
      let name = part.tidied
      if suffixes.contains(name.lowercased()), let last = names.popLast() {
        known.remove(last)
        names.append("\(last), \(name)")
        known.insert("\(last), \(name)")
      } else if !name.isEmpty, known.insert(name).inserted {
        names.append(name)
      }
    }
    return names
  }

  /// `Quill, Mara` → `Mara Quill`; a name with another number of commas stays as it is.
  static func spoken(_ filed: String) -> String {
    let parts = filed.split(separator: ",", omittingEmptySubsequences: false).map(\.tidied)
    guard parts.count == 2, !parts.contains(""), !suffixes.contains(parts[1].lowercased()) else {
      return filed
    }
    return "\(parts[1]) \(parts[0])"
  }

  /// What follows a comma and is no name of its own.
  static let suffixes: Set<String> = [
    "jr.", "jr", "sr.", "sr", "ii", "iii", "iv", "phd", "ph.d.", "md", "m.d.", "esq.",
  ]
}
