import Glibc

/// Where bytes go out as they are. It keeps nothing open: whoever holds one knows that the descriptor
/// is.
struct Outlet {
  /// Those of every write: a peer that is gone is an outcome, not a signal.
  static let flags = CInt(MSG_NOSIGNAL)

  let raw: CInt

  init(_ descriptor: Descriptor) {
    raw = descriptor.raw
  }

  /// Writes as much of `bytes` as the kernel takes. `moreFollows` lets it wait for the rest before
  /// it sends a short packet. Never raises SIGPIPE.
  func write(_ bytes: UnsafeRawBufferPointer, moreFollows: Bool) -> ByteStream.Outcome {
    let flags = Self.flags | (moreFollows ? CInt(MSG_MORE) : 0)
    while true {
      let count = unsafe Glibc.send(raw, bytes.baseAddress, bytes.count, flags)
      if count < 0, errno == EINTR { continue }
      return Self.outcome(count < 0 ? -Int(errno) : count)
    }
  }

  /// What a write came to: so many bytes, or the negative of an error.
  static func outcome(_ result: Int) -> ByteStream.Outcome {
    switch result {
    case 0...: .moved(result)
    // Nothing is out, and the epoll set tells when to try again.
    case -Int(EAGAIN), -Int(EINTR): .wouldBlock
    default: .failed
    }
  }
}
