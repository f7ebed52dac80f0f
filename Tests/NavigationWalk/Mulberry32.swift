package import Library

/// The generator both languages share: whole numbers of 32 bits from a seed.
package struct Mulberry32 {
  private var state: UInt32

  /// The sequence of `seed`.
  package init(seed: Int) { state = UInt32(truncatingIfNeeded: seed) }

  /// The next number.
  package mutating func next() -> UInt32 {
    state &+= 0x6D2B_79F5
    var mixed = (state ^ state >> 15) &* (1 | state)
    mixed = (mixed &+ (mixed ^ mixed >> 7) &* (61 | mixed)) ^ mixed
    return mixed ^ mixed >> 14
  }

  /// The next number below `bound`.
  package mutating func next(below bound: Int) -> Int { Int(next() % UInt32(bound)) }

  /// One of `pool`, which is not empty.
  package mutating func pick<Element>(_ pool: [Element]) -> Element {
    pool[next(below: pool.count)]
  }
}

/// FNV-1a of 32 bits.
package struct Fingerprint {
  /// Of everything added so far.
  package private(set) var hash: UInt32 = 0x811C_9DC5

  /// Of nothing.
  package init() {}

  /// Continues with the canonical text of `json`.
  package mutating func add(_ json: JSONValue) {
    for byte in json.canonicalBytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
  }
}
