import Glibc

/// Where bytes go out as they are. It keeps nothing open: whoever holds one knows that the descriptor
/// is.
struct Outlet {
  private let raw: CInt

  init(_ descriptor: Descriptor) {
    raw = descriptor.raw
  }

  /// Writes as much of `bytes` as the kernel takes. `moreFollows` lets it wait for the rest before
  /// it sends a short packet. Never raises SIGPIPE.
  func write(_ bytes: UnsafeRawBufferPointer, moreFollows: Bool) -> ByteStream.Outcome {
    let flags = CInt(MSG_NOSIGNAL) | (moreFollows ? CInt(MSG_MORE) : 0)
    while true {
      let count = unsafe Glibc.send(raw, bytes.baseAddress, bytes.count, flags)
      if count >= 0 { return .moved(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .failed
    }
  }
}
