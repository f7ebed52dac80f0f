import CDeflate

/// Compression of what is sent (RFC 1952).
package enum Gzip {
  /// How hard libdeflate tries.
  package enum Effort: CInt {
    /// For what is made for one answer.
    case usual = 6
    /// A twenty-fifth tighter than zlib, and slow: for files that are made once and sent often.
    case tightest = 12
  }

  /// `bytes` compressed; nil where that makes them no smaller.
  package static func compress(_ bytes: [UInt8], _ effort: Effort) -> [UInt8]? {
    guard let compressor = unsafe libdeflate_alloc_compressor(effort.rawValue) else { return nil }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      // Nothing is given where it does not fit.
      count = unsafe libdeflate_gzip_compress(
        compressor, bytes, bytes.count, buffer.baseAddress, bytes.count)
    }
    return output.isEmpty || output.count >= bytes.count ? nil : output
  }
}
