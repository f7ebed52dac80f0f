/// Checks that bytes are UTF-8 (RFC 3629 §4), in pieces of any size, and fails with the first byte
/// that cannot be right: overlong forms, surrogates and what is beyond U+10FFFF included.
struct UTF8Validator {
  /// Continuation bytes still due for the current character.
  private var due = 0
  /// What the next one may be: narrower than 80–BF after E0, ED, F0 and F4.
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xBF

  /// Whether the bytes so far end with a whole character.
  var isAtBoundary: Bool { due == 0 }

  /// Takes the next piece; false when it cannot be part of UTF-8.
  mutating func accept(_ bytes: Span<UInt8>) -> Bool {
    var at = 0
    while at < bytes.count {
      if due == 0 {
        at = Self.skipASCII(bytes, from: at)
        guard at < bytes.count else { break }
      }
      guard accept(bytes[at]) else { return false }
      at += 1
    }
    return true
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    guard due == 0 else {
      guard byte >= lowest, byte <= highest else { return false }
      due -= 1
      lowest = 0x80
      highest = 0xBF
      return true
    }
    switch byte {
    case 0x00...0x7F: break
    case 0xC2...0xDF: due = 1
    case 0xE0:
      due = 2
      lowest = 0xA0
    case 0xED:
      due = 2
      highest = 0x9F
    case 0xE1...0xEF: due = 2
    case 0xF0:
      due = 3
      lowest = 0x90
    case 0xF1...0xF3: due = 3
    case 0xF4:
      due = 3
      highest = 0x8F
    default: return false
    }
    return true
  }

  /// The first place from `start` on that is not ASCII, found eight bytes at a time.
  private static func skipASCII(_ bytes: Span<UInt8>, from start: Int) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      var at = start
      while at + 8 <= bytes.count,
        unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080
          == 0
      {
        at += 8
      }
      while at < bytes.count, unsafe bytes[at] < 0x80 { at += 1 }
      return at
    }
  }
}
