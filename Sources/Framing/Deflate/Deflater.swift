import CZlib

/// Makes DEFLATE (RFC 1951) of whole messages.
///
/// Safe although zlib is handed pointers: they are valid for the call in which they are given, and the
/// stream, which zlib points back to, stays in its place until the end.
@safe final class Deflater {
  let windowBits: Int
  private let stream: UnsafeMutablePointer<z_stream>

  init(windowBits: Int) {
    self.windowBits = windowBits
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // zlib makes no raw stream for the smallest window. It does not matter: it refers back by its
    // window less 262 bytes at most, so that what it makes for 512 bytes fits 256.
    let status = unsafe dogear_deflate_init_raw(
      stream, DeflateLimits.level, CInt(max(windowBits, 9)))
    precondition(status == Z_OK, "zlib could not start: \(status)")
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Forgets everything that came before, so that the next message refers to nothing but itself.
  func reset() {
    unsafe deflateReset(stream)
  }

  /// A message's payload without the four bytes that every message ends with (RFC 7692 §7.2.1).
  func deflate(_ message: Span<UInt8>) -> [UInt8] {
    // Flushing twice with nothing between makes nothing the second time: zlib is not asked.
    guard !message.isEmpty else { return [0x00] }
    let bound = Int(unsafe deflateBound(stream, UInt(message.count))) + Self.flushByteCount
    var bytes = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      unsafe message.withUnsafeBufferPointer { message in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: message.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(message.count)
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = UInt32(bound)
        let status = unsafe CZlib.deflate(stream, Z_SYNC_FLUSH)
        count = unsafe bound - Int(stream.pointee.avail_out)
        let isWhole = unsafe stream.pointee.avail_in == 0 && stream.pointee.avail_out > 0
        precondition(status == Z_OK && isWhole, "zlib kept something back: \(status)")
      }
    }
    precondition(bytes.suffix(4).elementsEqual(Inflater.tail), "a flush ends a message")
    bytes.removeLast(4)
    return bytes
  }

  /// What flushing adds beyond the bound that zlib gives for finishing: an empty block, and the bits
  /// that wait from the message before.
  private static let flushByteCount = 16
}
