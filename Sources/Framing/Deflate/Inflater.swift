import CZlib

/// Undoes DEFLATE (RFC 1951) piece by piece, and never makes more of it than the caller allows.
///
/// Safe although zlib is handed pointers: they are valid for the call in which they are given, and the
/// stream, which zlib points back to, stays in its place until the end.
@safe final class Inflater {
  /// The end of each message, which its sender leaves out (RFC 7692 §7.2.1): an empty stored block
  /// without its first three bits.
  static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

  let windowBits: Int
  private let stream: UnsafeMutablePointer<z_stream>
  /// The last block said that it was the last (§7.2.3.4): what follows is a stream of its own.
  private var hasEnded = false

  init(windowBits: Int) {
    self.windowBits = windowBits
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe dogear_inflate_init_raw(stream, CInt(windowBits))
    precondition(status == Z_OK, "zlib could not start: \(status)")
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Forgets everything that came before.
  func reset() {
    unsafe inflateReset(stream)
    hasEnded = false
  }

  /// Appends what comes of `input` to `output`, by way of `scratch`.
  ///
  /// - Throws: `.messageTooBig` before `output` has more than `byteCountMax` bytes, or
  ///   `.corruptDeflate`; what comes before it is appended.
  func inflate(
    _ input: Span<UInt8>, appendingTo output: inout [UInt8], byteCountMax: Int,
    scratch: inout [UInt8]
  ) throws(WebSocketError) {
    try unsafe input.withUnsafeBufferPointer { (input) throws(WebSocketError) in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(input.count)
      repeat {
        if hasEnded {
          guard unsafe stream.pointee.avail_in > 0 else { return }
          // A new stream begins, which may still refer to what came before it.
          unsafe inflateResetKeep(stream)
          hasEnded = false
        }
        try step(appendingTo: &output, byteCountMax: byteCountMax, scratch: &scratch)
      } while unsafe stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
    }
  }

  private func step(
    appendingTo output: inout [UInt8], byteCountMax: Int, scratch: inout [UInt8]
  ) throws(WebSocketError) {
    // One byte more than may come shows that it does.
    let room = min(scratch.count, byteCountMax - output.count + 1)
    let (status, count) = unsafe scratch.withUnsafeMutableBufferPointer { scratch in
      unsafe stream.pointee.next_out = scratch.baseAddress
      unsafe stream.pointee.avail_out = UInt32(room)
      let status = unsafe CZlib.inflate(stream, Z_SYNC_FLUSH)
      return unsafe (status, room - Int(stream.pointee.avail_out))
    }
    let kept = min(count, byteCountMax - output.count)
    output.append(scratch.span.extracting(first: kept))
    guard kept == count else { throw .messageTooBig }
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: hasEnded = true
    default: throw .corruptDeflate
    }
  }

  /// Adds the end that the sender left out.
  ///
  /// - Throws: `.corruptDeflate` when the message does not end where a block does; what `inflate`
  ///   throws.
  func endMessage(
    appendingTo output: inout [UInt8], byteCountMax: Int, scratch: inout [UInt8]
  ) throws(WebSocketError) {
    // A last block may be followed by nothing at all: then the message is whole as it is.
    guard !hasEnded else { return }
    try inflate(
      Self.tail.span, appendingTo: &output, byteCountMax: byteCountMax, scratch: &scratch)
    guard unsafe stream.pointee.data_type == Self.betweenBlocks else { throw .corruptDeflate }
  }

  /// zlib's `data_type` when it waits for a block's first bit, with no bit of the last byte left.
  private static let betweenBlocks: CInt = 128
}
