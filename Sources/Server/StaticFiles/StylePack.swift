/// A style sheet that only imports its neighbours, with them in its place: the same rules in the same
/// order (CSS Cascading 5 §2), in one answer.
struct StylePack {
  /// The sheets in it, by their paths.
  let paths: [String]
  /// What is sent: their lines without those that are empty, and without the line ends that part nothing.
  let bytes: [UInt8]

  /// Puts `source`, the sheet at `path`, and what it imports together, where `file` gives each; nil
  /// where there is anything else in it, or an import in one of those.
  init?(_ source: [UInt8], at path: String, file: (String) -> [UInt8]?) {
    let folder = path.prefix { $0 != "/" }
    let lines = String(decoding: source, as: UTF8.self).split(whereSeparator: \.isNewline)
    var (paths, bytes): ([String], [UInt8]) = ([], [])
    for line in lines {
      guard let name = line.wholeMatch(of: /@import "([\w-]+\.css)";/)?.1 else { return nil }
      let path = "\(folder)/\(name)"
      guard let sheet = file(path) else { return nil }
      let rules = sheet.split(separator: UInt8(ascii: "\n"))
      guard !rules.contains(where: { $0.starts(with: "@import".utf8) }) else { return nil }
      paths.append(path)
      for rule in rules {
        bytes += rule
        // Behind these a line end is white space that may be left out (CSS Syntax 3 §5.5).
        if let last = rule.last, !Self.parting.contains(last) { bytes.append(UInt8(ascii: "\n")) }
      }
    }
    (self.paths, self.bytes) = (paths, bytes)
  }

  private static let parting = Set("{;},".utf8)
}
