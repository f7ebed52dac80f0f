/// What makes a new device of an account, once and soon: 50 random bits that a person can type.
package struct PairingCode: Hashable, Sendable {
  /// Ten characters of `Base32`.
  private let characters: String

  /// Makes a fresh code.
  package init() {
    self.characters = String(Base32.text(of: SecureRandom.bytes(7)).prefix(Self.length))
  }

  /// Takes a code as a person typed it, or as a link carried it; nil where it can be none.
  package init?(_ text: String) {
    guard text.utf8.count <= 4 * Self.length, let characters = Base32.canonical(text),
      characters.utf8.count == Self.length
    else { return nil }
    self.characters = characters
  }

  /// The code as people read it: `ABCDE-12345`.
  package var text: String { "\(characters.prefix(5))-\(characters.suffix(5))" }

  /// What is stored and looked up.
  package var hash: [UInt8] { SHA256.hash(characters.utf8) }

  private static let length = 10
}
