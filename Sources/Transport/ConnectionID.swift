package import Framing

/// Names one connection for the life of the process; carries the loop it is pinned to.
///
/// An id of a connection that is gone stays harmless: whatever is sent to it goes nowhere.
package struct ConnectionID: Hashable, Sendable, CustomStringConvertible {
  /// Loop (8 bits), slot (24 bits), generation of the slot (32 bits): also the epoll token.
  let token: UInt64

  init(loop: Int, slot: Int, generation: UInt32) {
    precondition(loop < TransportLimits.loopCountMax && slot < TransportLimits.slotCountMax)
    token = UInt64(loop) << 56 | UInt64(slot) << 32 | UInt64(generation)
  }

  init(token: UInt64) {
    self.token = token
  }

  /// The index of its loop in `LoopGroup.loops`: post what is meant for it to that loop's mailbox.
  package var loop: Int { Int(token >> 56) }

  var slot: Int { Int(token >> 32 & 0xFF_FFFF) }

  var generation: UInt32 { UInt32(truncatingIfNeeded: token) }

  /// Loop, slot and generation: for logs.
  package var description: String { "\(loop).\(slot).\(generation)" }
}

/// Who is at the other end.
package enum Peer: Hashable, Sendable {
  /// A TCP peer by its numeric address, without the port; what limits count by is its `Network`.
  case address(String)
  /// A program on this machine that could open the Unix-domain socket.
  case local
}

/// Why a connection is gone.
package enum ClosureCause: Hashable, Sendable {
  /// The WebSocket closing handshake went to its end. The status is what the peer sent: nil if its
  /// close frame carried none.
  case handshake(CloseStatus?)
  /// The HTTP connection came to its end: an answer with `Connection: close`, a refused request, or
  /// the peer hung up, or was silent for too long, between two requests.
  case finished
  /// The peer was gone without a word, or half-closed in the middle of something.
  case lost
  /// The peer stayed silent, other than between two requests, or read nothing, for longer than
  /// `TransportLimits` allows.
  case timedOut
  /// More was waiting for it than `TransportLimits.outHardByteCount`, or `outMessageByteCountMax`.
  case tooSlow
  /// `loop.drop` was called, or the time for draining was over.
  case dropped
}

/// Names one timer of a loop.
package struct TimerID: Hashable, Sendable {
  let serial: UInt64
}
