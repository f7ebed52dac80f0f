import Library

/// What a stranger's record says, as text that a field can hold: nil and nothing for what is none.
enum Cleaned {
  /// One line: white space and what cannot be seen become single spaces, and what is too long is cut.
  static func text(_ json: JSONValue?, max: Int) -> String? {
    guard let text = json?.string else { return nil }
    let words = text.unicodeScalars.split(maxSplits: .max) { scalar in
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
    let line = words.map { String($0) }.joined(separator: " ")
    return line.isEmpty ? nil : cut(line, to: max)
  }

  static func line(_ json: JSONValue?, max: Int) -> JSONValue? {
    text(json, max: max).map(JSONValue.string)
  }

  /// The lines of a list, each once.
  static func lines(_ json: JSONValue?, max: Int) -> [String] {
    unique((json?.array ?? []).compactMap { text($0, max: max) })
  }

  /// A list as a field has it; nil for an empty one.
  static func list(_ lines: [String]) -> JSONValue? {
    lines.isEmpty
      ? nil : .array(lines.prefix(Library.Limits.listLengthMax).map(JSONValue.string))
  }

  /// A text of several lines, which stands as it is or as `{type, value}`.
  static func longText(_ json: JSONValue?) -> JSONValue? {
    guard let text = json?.string ?? json?["value"]?.string else { return nil }
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let scalars = lines.unicodeScalars.filter { scalar in
      scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
    }
    let whole = trimmed(String(String.UnicodeScalarView(scalars)))
    return whole.isEmpty ? nil : .string(cut(whole, to: Library.Limits.longTextLengthMax))
  }

  /// The book numbers of a list, in 13 digits, each once.
  static func isbns(_ json: JSONValue?) -> [String] {
    let numbers = (json?.array ?? []).lazy.compactMap(\.string)
      .prefix(Limits.isbnsPerBookMax).compactMap { ISBN.normalised($0) }
    return unique(Array(numbers))
  }

  /// Each once, in the order in which they came.
  static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }

  private static func cut(_ text: String, to max: Int) -> String {
    guard text.unicodeScalars.count > max else { return text }
    return trimmed(String(String.UnicodeScalarView(text.unicodeScalars.prefix(max))))
  }
}
