import Foundation
import Library

/// The rule of every text in the state: NFC, no controls, counted in Unicode scalars (NAVIGATION
/// §3.1).
enum Text {
  /// What a person typed, made legal: no controls, NFC, at most `scalarCountMax` scalars. Never
  /// fails, for losing a whole pasted query over one line break would be worse than losing the line
  /// break.
  static func cleaned(_ json: JSONValue?, _ scalarCountMax: Int) -> String {
    guard let text = json?.string else { return "" }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.lazy.filter { !isControl($0) })
    let normalized = normalized(String(scalars)).unicodeScalars
    return String(String.UnicodeScalarView(normalized.prefix(scalarCountMax)))
  }

  /// A text that names something, in NFC; nil unless it has 1…`scalarCountMax` scalars and no
  /// controls. It is never cut: half an author's name is another author.
  static func naming(_ json: JSONValue?, _ scalarCountMax: Int) -> String? {
    guard let text = json?.string, !text.isEmpty, !text.unicodeScalars.contains(where: isControl)
    else { return nil }
    let normalized = normalized(text)
    return normalized.unicodeScalars.count <= scalarCountMax ? normalized : nil
  }

  /// The identifier that `json` holds, or nil.
  static func identifier(_ json: JSONValue?) -> String? {
    guard let text = json?.string, Identifier.isValid(text) else { return nil }
    return text
  }

  /// Whether a scalar is a control character (category Cc).
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  /// Order by scalar value. (`<` on `String` compares canonical equivalents, and so takes the
  /// Kelvin sign for a K, which JavaScript does not.)
  static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Whether two texts are the same scalars.
  static func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  private static func normalized(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }
}

extension JSONValue {
  /// The whole number clamped into `0...max`, 0 when this is none.
  func cleanInteger(_ max: Int = Limits.integer) -> Int {
    Swift.min(Swift.max(int ?? 0, 0), max)
  }
}

extension Optional where Wrapped == JSONValue {
  /// The whole number clamped into `0...max`, 0 when there is none.
  func cleanInteger(_ max: Int = Limits.integer) -> Int {
    self?.cleanInteger(max) ?? 0
  }

  /// The case of an enumeration that this text spells, or nil.
  func choice<Choice: RawRepresentable<String>>(_ type: Choice.Type = Choice.self) -> Choice? {
    self?.string.flatMap(Choice.init(rawValue:))
  }
}
