/// Crockford's base 32: digits and letters without I, L, O and U, which people misread.
package enum Base32 {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// `bytes` as text, five bits to a character, the last padded with zeros.
  package static func text(of bytes: [UInt8]) -> String { BitText.text(of: bytes, in: alphabet) }

  /// `text` as a person may have typed it, in the one spelling that `text(of:)` writes: capitals,
  /// no spaces or hyphens, O as 0, I and L as 1. Nil where a character is none of the alphabet.
  package static func canonical(_ text: String) -> String? {
    var canonical: [UInt8] = []
    for byte in text.uppercased().utf8 {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "-"): continue
      case UInt8(ascii: "O"): canonical.append(UInt8(ascii: "0"))
      case UInt8(ascii: "I"), UInt8(ascii: "L"): canonical.append(UInt8(ascii: "1"))
      default:
        guard alphabet.contains(byte) else { return nil }
        canonical.append(byte)
      }
    }
    return String(decoding: canonical, as: UTF8.self)
  }
}
