/// The secret by which a device says who it is: 256 random bits. The server keeps only its hash.
package struct DeviceToken: Hashable, Sendable {
  /// The token as a client sends it: 43 characters of base 64 for URLs (RFC 4648 §5).
  package let text: String

  /// Makes a fresh token. It does not begin with a dash: people give it to programs, which would take it
  /// for an option.
  package init() {
    var text: String
    repeat {
      text = BitText.text(of: SecureRandom.bytes(32), in: Self.alphabet)
    } while text.hasPrefix("-")
    self.text = text
  }

  /// Takes a token that a client sent; nil where it has another shape than any token of ours, so
  /// that no text of any length is ever hashed or looked up.
  package init?(_ text: String) {
    guard text.utf8.count == 43, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
    self.text = text
  }

  /// What is stored and looked up.
  package var hash: [UInt8] { SHA256.hash(text.utf8) }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

/// Tokens never reach a log or a crash report by accident.
extension DeviceToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says nothing of the secret, so that no log or message can.
  package var description: String { "a device token" }
  /// Says nothing of the secret either.
  package var debugDescription: String { description }
  /// Shows nothing of the secret to `dump` either.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
