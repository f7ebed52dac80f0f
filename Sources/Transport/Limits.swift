package import Framing

/// Bounds of the event loops and of each connection, with what happens beyond them.
///
/// Durations are checked lazily, by one timer per loop: what is due is acted on within a tick.
package struct TransportLimits: Sendable {
  /// A `ConnectionID` has eight bits for its loop; machines with more cores gain nothing from more.
  package static let loopCountMax = 256

  /// A `ConnectionID` has 24 bits for its place in the loop's table.
  static let slotCountMax = 1 << 24

  /// Bytes that one read takes from a connection before the others have their turn: a large push
  /// comes in a few reads, and one buffer of this size serves the whole loop.
  static let readByteCount = 64 << 10

  /// Bytes of TLS that one read takes from a connection: decrypted, and with a record that had come in
  /// part before (16 KiB), they fit `readByteCount`.
  static let cipherTextByteCount = 48 << 10

  /// How long a TLS session can be resumed, in seconds, and how often the keys for that are to be
  /// rotated: a device that was here today need not prove the server anew, and a stolen key opens a
  /// day at most.
  package static let ticketSeconds = 12 * 3_600

  /// Bytes that one connection is given before the others have their turn: with TLS a millisecond's
  /// work, beside which another turn costs nothing.
  static let writeByteCount = 1 << 20

  /// Readiness events that one `epoll_wait` brings.
  static let eventCountMax = 256

  /// Connections that a listener accepts before others have their turn.
  static let acceptCountMax = 64

  /// Connections that a loop has answered without taking them and not closed yet: a server that takes
  /// nobody more has 64 descriptors left for itself. Beyond it the oldest is closed.
  static let turnedAwayCountMax = 16

  /// The kernel's queue of connections waiting to be accepted; it cuts this at `somaxconn`.
  static let backlogCountMax = 4_096

  /// Bytes of small frames that are copied together for one write: a copy costs less than a system
  /// call each. Larger ones are sent from where they are.
  static let corkByteCount = 64 << 10

  /// What a piece that waits takes besides its bytes: the head of an array, its place in the queue, and
  /// what the allocator rounds up.
  static let chunkOverheadByteCount = 64

  /// Bytes from which a frame is sent from where it is, even with others waiting behind it.
  static let directByteCount = 16 << 10

  /// Sends that one call of the kernel makes: what a call costs is lost among so many, and each takes a
  /// hundred bytes of a ring that stays in memory.
  static let batchCount = 256

  /// Sends below which each is made by a call of its own: most libraries have a few devices, which need no
  /// ring.
  static let ringBatchCountMin = 16

  /// How long a busy loop waits within its epoll set for more before it goes back to Dispatch, whose
  /// wake-up costs several times a read: 19 µs a round trip against 25–75 µs. Edits that a thousand are told
  /// of follow each other in some milliseconds: with this each costs a twentieth less than with 1 ms. Zero
  /// never lingers.
  package var lingerMilliseconds: Int32 = 10

  /// How long a busy loop keeps its queue from other work put on it, its last wait not counted: `await` from
  /// tests and start-up. Letters and posts do not wait for it.
  package var turnDuration: Duration = .milliseconds(10)

  /// Connections over all loops: the scale that the architecture promises, and room. One more is
  /// answered 503 and closed; one that expects TLS is closed, for words in the clear would tell it nothing.
  package var connectionCountMax = 12_000

  /// Connections of one address (`Network.name`): a household behind one, with every device and window.
  /// One more is answered 429 and closed, as above. A server behind a proxy, which has one address for
  /// everybody, leaves the counting to that.
  package var connectionsPerAddressMax = 512

  /// Whether the limit holds for this machine's own addresses too, from which proxies and programs come.
  package var countsLoopbackAddresses = false

  /// Bytes waiting to be sent to a peer beyond which nothing more is read from it, until they are
  /// `outSoftByteCount` again: a peer that asks, or pings, and does not take the answers, is not
  /// asked for more. A browser on a slow line is *behind* long before.
  package var outPauseByteCount = 1 << 20

  /// The same of answers over HTTP: many small requests may be sent at once, and each may ask for a copy of
  /// much. One answer may be larger, and the next is made when so little of it is left.
  package var answersPauseByteCount = 64 << 10

  /// Bytes waiting to be sent to a WebSocket peer beyond which it is *behind*.
  package var outSoftByteCount = 256 << 10

  /// Bytes of messages heaped up for a WebSocket peer beyond which it is dropped (`.tooSlow`). A message
  /// that is larger by itself heaps up nothing: it is held to `outMessageByteCountMax`. An HTTP answer
  /// may be larger, too: it was asked for, and nothing is added to it.
  package var outHardByteCount = 8 << 20

  /// Bytes of messages larger than `outHardByteCount` that may wait for a WebSocket peer, all together;
  /// beyond it the peer is dropped (`.tooSlow`). One operation may have made 64 books that are large by
  /// now, and what was done as one is told as one. Whoever speaks a protocol sets this to as much as that lets a
  /// message have: room for one of those, or for a page and a list of windows that were both asked for. Whoever
  /// takes nothing of it is dropped after `stallTimeout`.
  package var outMessageByteCountMax = 64 << 20

  /// From accepting to the end of the TLS handshake, which needs two round trips and a signature.
  /// Then: drop.
  package var handshakeTimeout: Duration = .seconds(10)

  /// From accepting, or from the end of the TLS handshake, to a whole request head, and from the first
  /// byte of each later one. Then: drop.
  package var headTimeout: Duration = .seconds(10)

  /// Between two pieces of a request's body. Then: drop.
  package var bodyTimeout: Duration = .seconds(20)

  /// From a request's head to the end of its body: the largest import over a slow phone. Then: drop.
  package var bodyDurationMax: Duration = .seconds(15 * 60)

  /// An HTTP connection between two requests. Then: close.
  package var keepAliveTimeout: Duration = .seconds(60)

  /// A silent WebSocket peer is pinged after half of this, and dropped half of it after the ping: unless
  /// the ping waits behind what the peer goes on taking. Whoever speaks a protocol that tells its
  /// clients of this sets it to that.
  package var idleTimeout: Duration = .seconds(60)

  /// A peer that takes nothing of what is waiting for it. Then: drop. One on a slow line takes something
  /// all the while, and may take as long as it needs.
  package var stallTimeout: Duration = .seconds(30)

  /// From our close frame to the peer's. Then: drop.
  package var closeTimeout: Duration = .seconds(5)

  /// From our last byte to the peer's end of the stream, read and thrown away so that the peer gets
  /// that last byte and not a reset. Then: drop.
  package var lingerTimeout: Duration = .seconds(2)

  /// How long a connection that was answered without being taken stays open at most: its request is on its
  /// way, or there already.
  package var turnedAwayDuration: Duration = .seconds(1)

  /// How long no connection is accepted after the process ran out of descriptors or memory for one.
  package var acceptPause: Duration = .milliseconds(200)

  /// Bounds of the requests.
  package var http = HTTPLimits()

  /// Bounds of the frames.
  package var webSocket = WebSocketLimits()

  /// The defaults above.
  package init() {}
}
