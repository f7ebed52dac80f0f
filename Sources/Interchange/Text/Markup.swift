/// The HTML of reviews as plain text with Markdown's marks: what a person reads and can edit.
///
/// Nothing of the HTML survives as HTML: elements without a mark in Markdown leave their text, and
/// `script` and `style` leave nothing. A `<` that begins none of HTML's elements stays as it is, with
/// what follows: "I <3 it", "for x<y and y>z", "<Frank>".
struct Markup {
  /// The text.
  private(set) var text = ""
  /// Whether a part of the source was marked as a spoiler.
  private(set) var hasSpoiler = false

  private var links: [String?] = []
  private var isSilent = false

  /// `html` as text with marks.
  init(html: String) {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      text = html.trimmed
      return
    }
    var rest = Substring(html)
    while let character = rest.first {
      if character == "<", let (element, length) = Element.read(rest) {
        apply(element)
        rest = rest.dropFirst(length)
      } else if character == "&", let (decoded, length) = CharacterReference.read(rest) {
        append(decoded)
        rest = rest.dropFirst(length)
      } else {
        append(String(character))
        rest = rest.dropFirst()
      }
    }
    text = text.trimmed
  }

  private mutating func append(_ piece: String) {
    if !isSilent { text += piece }
  }

  private mutating func apply(_ element: Element) {
    switch element.name {
    case "br": append("\n")
    case "p", "div", "blockquote", "ul", "ol", "h1", "h2", "h3", "h4":
      beginParagraph()
      if element.name == "blockquote", !element.isEnd { append("> ") }
    case "li": if !element.isEnd { beginLine("- ") }
    case "b", "strong": append("**")
    case "i", "em", "cite": append("*")
    case "a": applyLink(element)
    case "spoiler": hasSpoiler = true
    case "script", "style": isSilent = !element.isEnd
    default: break
    }
  }

  private mutating func applyLink(_ element: Element) {
    guard element.isEnd else {
      links.append(element.address)
      if element.address != nil { append("[") }
      return
    }
    if let address = links.popLast(), let address { append("](\(address))") }
  }

  private mutating func beginParagraph() {
    guard !text.isEmpty else { return }
    guard !isSilent else { return }
    while !text.hasSuffix("\n\n") { text += "\n" }
  }

  private mutating func beginLine(_ mark: String) {
    if !text.isEmpty, !text.hasSuffix("\n") { append("\n") }
    append(mark)
  }
}

/// A start or end tag.
private struct Element {
  var name: String
  var isEnd: Bool
  /// Where a link leads, when that is a web page or a mail address; never a script.
  var address: String?

  /// The tag that `text` begins with, and its length in characters; nil when there is none.
  static func read(_ text: Substring) -> (Element, Int)? {
    // No tag holds another one's beginning, so that however many there are each letter is passed once.
    var inside = text.dropFirst().prefix { $0 != ">" && $0 != "<" }
    guard inside.endIndex < text.endIndex, text[inside.endIndex] == ">" else { return nil }
    let length = inside.count + 2
    guard length <= Limits.tagLengthMax else { return nil }
    let isEnd = inside.first == "/"
    if isEnd { inside = inside.dropFirst() }
    let name = inside.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard let initial = name.first, initial.isLetter else { return nil }
    let rest = inside.dropFirst(name.count)
    guard rest.first.map({ $0 == "/" || $0.isWhitespace }) ?? true,
      rest.contains("=") || rest.allSatisfy({ $0 == "/" || $0.isWhitespace }),
      names.contains(name.lowercased())
    else { return nil }
    let address = isEnd ? nil : Self.address(in: inside)
    return (Element(name: name.lowercased(), isEnd: isEnd, address: address), length)
  }

  /// What text is formatted with, and what a program may write around it.
  private static let names = Set(
    """
    a abbr acronym b big blockquote body br center cite code dd del dfn div dl dt em embed font \
    h1 h2 h3 h4 h5 h6 head hr html i iframe img ins kbd li meta ol p pre q s samp script section \
    small span spoiler strike strong style sub sup table tbody td tfoot th thead tr tt u ul var \
    video wbr
    """.split(separator: " ").map(String.init))

  private static func address(in attributes: Substring) -> String? {
    guard let start = attributes.firstRange(of: "href=")?.upperBound else { return nil }
    let value = attributes[start...]
    let address: Substring
    if let quote = value.first, quote == "\"" || quote == "'" {
      address = value.dropFirst().prefix { $0 != quote }
    } else {
      address = value.prefix { !$0.isWhitespace }
    }
    let isSafe = ["http://", "https://", "mailto:"].contains { address.lowercased().hasPrefix($0) }
    let isWhole = !address.contains { $0.isWhitespace || $0 == "(" || $0 == ")" }
    return isSafe && isWhole ? String(address) : nil
  }
}

/// `&amp;`, `&#38;` or `&#x26;`.
private enum CharacterReference {
  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…",
    "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
  ]

  /// The character that `text` begins with, and the length of its reference; nil for a lone `&`.
  static func read(_ text: Substring) -> (String, Int)? {
    guard let end = text.prefix(12).firstIndex(of: ";") else { return nil }
    let name = text[text.index(after: text.startIndex)..<end]
    let length = name.count + 2
    if let character = named[String(name)] { return (character, length) }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let code, code >= 0x20, let scalar = Unicode.Scalar(code) else { return nil }
    return (String(scalar), length)
  }
}
