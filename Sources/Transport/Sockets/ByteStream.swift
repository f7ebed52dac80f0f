import Glibc

/// The byte path of one connection: everything that is read from or written to the peer passes here.
///
/// It is the one seam of TLS: a stream that encrypts has the same five operations.
struct ByteStream {
  enum Outcome: Equatable {
    /// So many bytes were read or written: at least one.
    case moved(Int)
    /// Nothing now; the epoll set will tell.
    case wouldBlock
    /// Reading: the peer has ended its side.
    case ended
    /// The connection is broken.
    case failed
  }

  private let descriptor: Descriptor

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// What the epoll set watches.
  var watched: CInt { descriptor.raw }

  /// Reads what is there, up to the buffer's size.
  func read(into buffer: inout [UInt8]) -> Outcome {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe recv(descriptor.raw, buffer.baseAddress, buffer.count, 0)
      }
      if count > 0 { return .moved(count) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed
    }
  }

  /// Writes as much of `bytes` as the kernel takes. `moreFollows` lets it wait for the rest before
  /// it sends a short packet. Never raises SIGPIPE.
  func write(_ bytes: UnsafeRawBufferPointer, moreFollows: Bool) -> Outcome {
    let flags = CInt(MSG_NOSIGNAL) | (moreFollows ? CInt(MSG_MORE) : 0)
    while true {
      let count = unsafe Glibc.send(descriptor.raw, bytes.baseAddress, bytes.count, flags)
      if count >= 0 { return .moved(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed
    }
  }

  /// Ends our side: the peer reads the end of the stream after everything that was written.
  func endWriting() {
    shutdown(descriptor.raw, CInt(SHUT_WR))
  }
}
