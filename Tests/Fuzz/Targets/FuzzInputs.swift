import TestSupport

/// Inputs near the corpus of a target, the same for the same number: what a test run tries, where
/// libFuzzer is not at hand.
package struct FuzzInputs {
  private var generator: SeededRandom
  private let corpus: [[UInt8]]

  /// The inputs of this number.
  package init(_ target: any FuzzTarget.Type, seed: UInt64) {
    generator = SeededRandom(seed: seed)
    corpus = target.corpus.map(\.bytes)
  }

  /// One of the corpus with a few things changed.
  package mutating func next() -> [UInt8] {
    var bytes = pick(corpus) ?? []
    for _ in 0..<Int.random(in: 1...6, using: &generator) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let start = Int.random(in: 0...bytes.count, using: &generator)
    let count = Int.random(in: 0...min(8, bytes.count - start), using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0 where start < bytes.count:
      bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where start < bytes.count: bytes[start] = pick(Self.telling) ?? 0
    case 2: bytes.removeSubrange(start..<start + count)
    case 3: bytes.insert(contentsOf: bytes[start..<start + count], at: start)
    case 4: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: start)
    default:
      // The beginning of one and the end of another.
      let other = pick(corpus) ?? []
      bytes = bytes[..<start] + other.suffix(Int.random(in: 0...other.count, using: &generator))
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &generator)
  }

  /// Bytes at which grammars and lengths turn.
  private static let telling: [UInt8] =
    [0, 1, 0x7D, 0x7E, 0x7F, 0x80, 0xC0, 0xED, 0xF4, 0xFF] + Array("\r\n\t \"\\,;:=%/{}[]-0".utf8)
}
