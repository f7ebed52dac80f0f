import CZlib

/// Compression of files that are sent often and made once (RFC 1952).
package enum Gzip {
  /// `bytes` compressed as tightly as zlib can; nil where that makes them no smaller.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe dogear_deflate_init_gzip(&stream, Z_BEST_COMPRESSION) == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    var input = bytes
    let capacity = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
    let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(capacity)
        let status = unsafe deflate(&stream, Z_FINISH)
        count = status == Z_STREAM_END ? unsafe capacity - Int(stream.avail_out) : 0
      }
    }
    return output.isEmpty || output.count >= bytes.count ? nil : output
  }
}
