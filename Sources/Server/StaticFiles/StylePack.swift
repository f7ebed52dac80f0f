/// A style sheet that only imports its neighbours, with them in its place: the same rules in the same
/// order (CSS Cascading 5 §2), in one answer.
struct StylePack {
  /// The sheets in it, by their paths.
  let paths: [String]
  /// What is sent: their lines without those that are empty, and without what parts nothing.
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
      for rule in rules { Self.append(rule, to: &bytes) }
    }
    (self.paths, self.bytes) = (paths, bytes)
  }

  /// Appends a line without what CSS lets out (CSS Syntax 3 §5.5): the space before a declaration's value,
  /// and the line end behind what begins, parts or ends.
  private static func append(_ line: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    let value = line.drop {
      $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= $0
    }
    if value.starts(with: ": ".utf8) {
      bytes += line[..<value.startIndex] + [UInt8(ascii: ":")] + value.dropFirst(2)
    } else {
      bytes += line
    }
    if let last = line.last, !signs.contains(last) { bytes.append(UInt8(ascii: "\n")) }
  }

  private static let signs = Set("{;},".utf8)
}
