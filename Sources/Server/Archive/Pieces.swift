/// Several byte strings in one, each behind its length in four bytes, the greatest first: how pictures go
/// over the control socket, some at a time.
enum Pieces {
  static func joined(_ pieces: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in pieces {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: piece.count >> shift)) }
      bytes += piece
    }
    return bytes
  }

  /// The byte strings in `bytes`; nil where they are cut short.
  static func split(_ bytes: [UInt8]) -> [[UInt8]]? {
    var pieces: [[UInt8]] = []
    var place = 0
    while place < bytes.count {
      let start = place + 4
      guard start <= bytes.count else { return nil }
      let end = start + bytes[place..<start].reduce(0) { $0 << 8 | Int($1) }
      guard end <= bytes.count else { return nil }
      pieces.append(Array(bytes[start..<end]))
      place = end
    }
    return pieces
  }
}
