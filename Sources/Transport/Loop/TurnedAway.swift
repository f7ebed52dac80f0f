import Glibc

/// Connections that were answered without being taken, for a moment after.
///
/// To close one whose request has not been read, or comes after, would have the kernel reset it, and the
/// peer may lose the answer with that (RFC 9112 §9.6).
struct TurnedAway {
  private var descriptors: [Descriptor] = []

  var isEmpty: Bool { descriptors.isEmpty }

  /// Ends our side of a connection that has its answer, and keeps it open a moment. Where there are as many
  /// as may be, the oldest goes for it.
  mutating func keep(_ descriptor: Descriptor) {
    shutdown(descriptor.raw, CInt(SHUT_WR))
    if descriptors.count == TransportLimits.turnedAwayCountMax { drain(descriptors.removeFirst()) }
    descriptors.append(descriptor)
  }

  /// Closes all of them.
  mutating func letGo() {
    descriptors.forEach(drain)
    descriptors = []
  }

  /// Throws away what has come, as far as a peer is owed that.
  private func drain(_ descriptor: Descriptor) {
    // MSG_TRUNC: the kernel drops the bytes of TCP without copying them (tcp(7)).
    let flags = CInt(MSG_TRUNC) | CInt(MSG_DONTWAIT)
    recv(descriptor.raw, nil, TransportLimits.readByteCount, flags)
  }
}
