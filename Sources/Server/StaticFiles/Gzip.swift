import CDeflate

/// Compression of files that are sent often and made once (RFC 1952).
package enum Gzip {
  /// `bytes` compressed as tightly as libdeflate can, which is a twenty-fifth tighter than zlib; nil
  /// where that makes them no smaller.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = unsafe libdeflate_alloc_compressor(tightest) else { return nil }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      // Nothing is given where it does not fit.
      count = unsafe libdeflate_gzip_compress(
        compressor, bytes, bytes.count, buffer.baseAddress, bytes.count)
    }
    return output.isEmpty || output.count >= bytes.count ? nil : output
  }

  private static let tightest: CInt = 12
}
