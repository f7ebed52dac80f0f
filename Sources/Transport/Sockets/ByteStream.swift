import Glibc

/// The byte path of one connection: everything that is read from or written to the peer passes here.
///
/// It is the one seam of TLS: nobody above knows whether a stream encrypts.
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
  private var tls: TLSSession?
  /// TLS was expected and the peer speaks plain HTTP: it is to be told where to go, and nothing else.
  private(set) var isExposed = false

  init(_ descriptor: Descriptor, tls: TLSSession? = nil) {
    self.descriptor = descriptor
    self.tls = tls
  }

  /// What the epoll set watches.
  var watched: CInt { descriptor.raw }

  /// Whether the handshake of TLS is not over yet.
  var isHandshaking: Bool { tls?.isHandshaking ?? false }

  /// Whether it must be read again when it can be written to.
  var wantsOutput: Bool { tls?.wantsOutput ?? false }

  /// Whether another read finds something that the epoll set does not tell of.
  var holdsMore: Bool { tls?.holdsMore ?? false }

  /// Reads what is there, up to the buffer's size.
  mutating func read(into buffer: inout [UInt8]) -> Outcome {
    if let tls {
      let outcome = tls.read(into: &buffer, speaksPlainly: &isExposed)
      if isExposed { self.tls = nil }
      return outcome
    }
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
    if let tls { return unsafe tls.write(bytes) }
    return unsafe Outlet(descriptor).write(bytes, moreFollows: moreFollows)
  }

  /// Where to write without this stream; nil where bytes are encrypted on their way.
  var outlet: Outlet? { tls == nil ? Outlet(descriptor) : nil }

  /// How far the peer has come with what was written; nil where the kernel does not tell.
  var delivery: Delivery? { Delivery(of: descriptor.raw) }

  /// Ends our side: the peer reads the end of the stream after everything that was written.
  func endWriting() {
    tls?.endWriting()
    shutdown(descriptor.raw, CInt(SHUT_WR))
  }
}
