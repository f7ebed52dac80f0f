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
