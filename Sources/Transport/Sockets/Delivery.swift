import Glibc

/// How far the peer of a TCP socket has come with what the socket was given to send.
///
/// The epoll set tells that a socket can be written to when a third of its buffer is free, which may be
/// megabytes: a peer on a slow line takes minutes for that, and has taken something all the while.
struct Delivery {
  /// Bytes that the peer's side has acknowledged since the connection began.
  let acknowledgedByteCount: UInt64
  /// Whether there are bytes that it has not acknowledged.
  let isUnderWay: Bool

  /// Nil for a socket of another kind.
  init?(of descriptor: CInt) {
    var information = [UInt8](repeating: 0, count: TCPInformation.byteCount)
    var size = socklen_t(information.count)
    guard
      unsafe getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &information, &size) == 0,
      size == information.count
    else { return nil }
    (acknowledgedByteCount, isUnderWay) = unsafe information.withUnsafeBytes { bytes in
      let segmentCount = unsafe bytes.load(fromByteOffset: TCPInformation.unacked, as: UInt32.self)
      let unsentByteCount = unsafe bytes.load(
        fromByteOffset: TCPInformation.notsentBytes, as: UInt32.self)
      return (
        unsafe bytes.load(fromByteOffset: TCPInformation.bytesAcked, as: UInt64.self),
        segmentCount > 0 || unsentByteCount > 0
      )
    }
  }

  /// Whether the peer has acknowledged more than at the time of `earlier`, and has still some to go.
  func goesOn(since earlier: Delivery) -> Bool {
    isUnderWay && acknowledgedByteCount > earlier.acknowledgedByteCount
  }
}

/// Where the fields of `struct tcp_info` are in `linux/tcp.h` since Linux 4.6, which only ever appends
/// to it. The declaration of glibc ends before them.
private enum TCPInformation {
  static let unacked = 24
  static let bytesAcked = 120
  static let notsentBytes = 144
  /// Up to the last field that is read here: the kernel copies as much as it is given room for.
  static let byteCount = 148
}
