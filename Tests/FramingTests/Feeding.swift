/// The ways in which the same bytes may arrive.
enum Feeding {
  /// Whole, byte by byte, and split in two at each offset: at 64 of them where there are thousands.
  static func all(_ bytes: [UInt8]) -> [[[UInt8]]] {
    var ways = [[bytes], bytes.map { [$0] }]
    let step = bytes.count <= 2_048 ? 1 : bytes.count / 64
    for offset in stride(from: 1, to: bytes.count, by: step) {
      ways.append([Array(bytes[..<offset]), Array(bytes[offset...])])
    }
    return ways
  }

  /// In pieces of random sizes.
  static func random(_ bytes: [UInt8], using generator: inout some RandomNumberGenerator)
    -> [[UInt8]]
  {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...max(1, min(rest.count, 40)), using: &generator)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}

/// The same numbers for the same seed, everywhere (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
