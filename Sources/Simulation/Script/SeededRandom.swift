/// Random numbers that are the same for the same seed (SplitMix64): the only source of chance in a
/// simulated world.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// True once in `times`, on average.
  mutating func isOne(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

  /// A number in [0, 1).
  mutating func chance() -> Double { Double.random(in: 0..<1, using: &self) }

  /// A fresh identifier.
  mutating func identifier() -> String { "r" + String(next(), radix: 36) }
}
