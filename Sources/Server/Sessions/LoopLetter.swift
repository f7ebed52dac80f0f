import Framing
import Hub
import Transport

/// What another actor wants done by the loop that a connection is pinned to.
enum LoopLetter: Sendable {
  /// Send a frame to one session.
  case send(SessionID, EncodedFrame)
  /// Send a session the answer to one of its pulls.
  case page(SessionID, EncodedFrame)
  /// Send one frame, whose bytes all share, to many sessions.
  case broadcast([SessionID], EncodedFrame)
  /// Close a session behind what was sent to it.
  case close(SessionID, CloseStatus, reason: String)
  /// Read nothing from a session.
  case pauseReading(SessionID)
  /// Read from a session again.
  case resumeReading(SessionID)
  /// Answer the HTTP request that this connection waits with.
  case reply(ConnectionID, Reply)
}
