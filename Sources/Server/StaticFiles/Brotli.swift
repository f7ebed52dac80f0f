import CBrotli

/// The compression that browsers take over TLS and on their own machine (RFC 7932).
package enum Brotli {
  /// How hard it tries: a twentieth tighter than the tightest gzip, in less time than that takes. The two
  /// efforts above this one take five to sixteen times as long for another twentieth.
  private static let quality: CInt = 9

  /// `bytes` compressed; nil where that makes them no smaller.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      count = bytes.count
      // Nothing is given where it does not fit.
      let isDone = unsafe BrotliEncoderCompress(
        quality, CInt(BROTLI_DEFAULT_WINDOW), BROTLI_MODE_TEXT, bytes.count, bytes, &count,
        buffer.baseAddress)
      if isDone == 0 { count = 0 }
    }
    return output.isEmpty || output.count >= bytes.count ? nil : output
  }
}
