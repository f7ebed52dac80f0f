/// Masking (RFC 6455 §5.3): byte *i* of a payload is XORed with byte *i* mod 4 of the key. Doing it
/// twice undoes it.
enum Mask {
  /// Masks `bytes[start...]` in place, eight bytes at a time. `phase` is how many bytes of the
  /// payload came before; the key's first byte is its lowest.
  static func apply(_ key: UInt32, to bytes: inout [UInt8], from start: Int, phase: Int) {
    let turns = UInt32(phase & 3) * 8
    let turned = turns == 0 ? key : key >> turns | key << (32 - turns)
    let wide = UInt64(turned) << 32 | UInt64(turned)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var at = start
      while at + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        unsafe bytes.storeBytes(
          of: word ^ wide.littleEndian, toByteOffset: at, as: UInt64.self)
        at += 8
      }
      var rest = wide
      while at < bytes.count {
        unsafe bytes[at] ^= UInt8(truncatingIfNeeded: rest)
        rest >>= 8
        at += 1
      }
    }
  }
}
