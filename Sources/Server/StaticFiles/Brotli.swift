import CBrotli

/// The compression that browsers take over TLS and on their own machine (RFC 7932).
package enum Brotli {
  /// `bytes` compressed, as tight as it goes unless it `isWaitedFor`; nil where that makes them no
  /// smaller.
  package static func compress(_ bytes: [UInt8], isWaitedFor: Bool = true) -> [UInt8]? {
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      count = bytes.count
      // Nothing is given where it does not fit.
      let isDone = unsafe BrotliEncoderCompress(
        isWaitedFor ? quality(for: bytes.count) : BROTLI_MAX_QUALITY, window(over: bytes.count),
        BROTLI_MODE_TEXT, bytes.count,
        bytes, &count, buffer.baseAddress)
      if isDone == 0 { count = 0 }
    }
    return output.isEmpty || output.count >= bytes.count ? nil : output
  }

  /// How hard it tries. 9 is a twentieth tighter than the tightest gzip, in less time than that takes; 10
  /// is another twentieth, for five times as long, which is little where there is little to compress; 11
  /// another fortieth, for twice as long again.
  private static func quality(for byteCount: Int) -> CInt {
    byteCount <= Limits.tightlyCompressedByteCountMax ? 10 : 9
  }

  /// The bits of a window that sees all of a content, and hardly more: for a wider one the encoder
  /// prepares tables of many megabytes, which costs a small file twenty times what its compression does.
  private static func window(over byteCount: Int) -> CInt {
    let bits = CInt(Int.bitWidth - (byteCount + unseen).leadingZeroBitCount)
    return min(max(bits, CInt(BROTLI_MIN_WINDOW_BITS)), CInt(BROTLI_DEFAULT_WINDOW))
  }

  /// By so many bytes a window is smaller than its bits say (RFC 7932 §9.1).
  private static let unseen = 16
}
