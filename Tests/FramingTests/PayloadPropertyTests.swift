@testable import Framing
import TestSupport
import Testing

/// The fast ways of masking, checking and hashing agree with the plain ones.
struct PayloadPropertyTests {
  @Test(arguments: 0..<64)
  func `masking eight bytes at a time is masking byte by byte`(_ seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    let count = Int.random(in: 0...100, using: &generator)
    let start = Int.random(in: 0...count, using: &generator)
    let phase = Int.random(in: 0...9, using: &generator)
    let key = UInt32.random(in: 0...UInt32.max, using: &generator)
    var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var plain = bytes
    for index in start..<count {
      plain[index] ^= UInt8(truncatingIfNeeded: key >> UInt32((phase + index - start) % 4 * 8))
    }
    Mask.apply(key, to: &bytes, from: start, phase: phase)
    #expect(bytes == plain)
  }

  @Test(arguments: 0..<64)
  func `text is UTF-8 exactly when the standard library says so`(_ seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    for _ in 0..<200 {
      let bytes = Self.nearlyText(using: &generator)
      var validator = UTF8Validator()
      let pieces = Feeding.random(bytes, using: &generator)
      let isValid = pieces.allSatisfy { validator.accept($0.span) } && validator.isAtBoundary
      let expected = String(validating: bytes, as: UTF8.self) != nil
      #expect(isValid == expected, "\(bytes)")
    }
  }

  @Test func `every sequence of lead byte and second byte is judged as the standard library does`()
  {
    for lead in UInt8(0x80)...0xFF {
      for second in UInt8(0x00)...0xFF {
        for tail in 0...2 {
          let bytes = [lead, second] + [UInt8](repeating: 0x80, count: tail)
          var validator = UTF8Validator()
          let isValid = validator.accept(bytes.span) && validator.isAtBoundary
          #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
      }
    }
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
  ])
  func `SHA-1 has the digests of its standard`(_ message: String, _ digest: String) {
    #expect(VectorBytes.hex(SHA1.digest(Array(message.utf8))) == digest)
  }

  @Test func `SHA-1 pads messages around the length of a block`() {
    let digests = (54...66).map { SHA1.digest([UInt8](repeating: 0x61, count: $0)) }
    #expect(VectorBytes.hex(digests[0]).hasPrefix("b05d71c64979cb95fa74a33cdb31a40d258ae02e"))
    #expect(VectorBytes.hex(digests[2]).hasPrefix("c2db330f6083854c99d4b5bfb6e8f29f201be699"))
    #expect(VectorBytes.hex(digests[10]).hasPrefix("0098ba824b5c16427bd7a1122a5a442a25ec644d"))
  }

  /// A few characters of all lengths, now and then with a byte changed, lost or added.
  private static func nearlyText(using generator: inout SeededRandom) -> [UInt8] {
    let characters = ["a", "bcdefghij", "é", "ß", "€", "日", "\u{D7FF}", "😀", "\u{10FFFF}"]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      bytes += Array((characters.randomElement(using: &generator) ?? "").utf8)
    }
    guard !bytes.isEmpty, Bool.random(using: &generator) else { return bytes }
    let index = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.remove(at: index)
    default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
    }
    return bytes
  }
}
