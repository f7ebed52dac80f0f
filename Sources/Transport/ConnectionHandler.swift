package import Framing

/// Why a connection is not taken.
package enum AdmissionRefusal: String, CaseIterable, Sendable {
  /// There are as many as there may be: 503.
  case full
  /// There are as many of this address as there may be: 429.
  case address
  /// The process has no descriptor for it, so it waits to be accepted.
  case descriptors
  /// The machine has no room to watch one more (`fs.epoll.max_user_watches`): 503.
  case watches
}

/// The application's side of one event loop: it is told what the loop's connections do, and answers
/// through the loop that it is given.
///
/// Each loop makes one handler and calls it on its own queue only, so a handler is a plain struct or
/// class without isolation: keep the state of the loop's sessions in it, keyed by `ConnectionID`.
/// Every call is synchronous and must return soon, for all the loop's connections wait meanwhile:
/// what takes long (storage, password hashing) is posted to another actor, whose answer comes back
/// as mail.
///
/// How a server is put together:
///
///     let group = try LoopGroup(count: 2, limits: TransportLimits())
///     let mailboxes = group.loops.map { loop in Mailbox<Reply> { loop.ring() } }
///     let hub = HubActor(mailboxes)                     // an actor on a QueueExecutor
///     group.start { loop in SessionHandler(mailbox: mailboxes[loop.index], hub: hub) }
///     try group.listen(on: Listener.tcp(host: "127.0.0.1", port: 0))
///     …
///     await group.stop(within: .seconds(10))
///
/// - From loop to hub: the handler collects what came in, and posts it in batches
///   (`Mailbox<Event> { hub.post { $0.drain() } }` rings once however many letters are waiting).
/// - From hub to loop: the hub groups its outputs by `ConnectionID.loop`, posts each group to that
///   loop's mailbox with one `post(contentsOf:)`, and `mailArrived` drains it once per tick. One
///   `EncodedFrame` may be named for a thousand connections: it is never copied.
///
/// Within a callback the handler may call anything on the loop. Nothing re-enters the handler: what
/// a call leads to (`closed`, `fellBehind`, the next pipelined request) is told later in the same tick.
package protocol ConnectionHandler {
  /// A connection was accepted. Nothing has been read from it.
  mutating func opened(_ id: ConnectionID, peer: Peer, on loop: isolated EventLoop)

  /// Somebody was not taken, or nobody can be for a moment.
  mutating func refused(_ refusal: AdmissionRefusal, on loop: isolated EventLoop)

  /// The loop itself has answered with `status`: to a request that cannot be read, whose body may not be, or
  /// that came without TLS where TLS is spoken. `reason` is for the log, and holds nothing of it.
  mutating func answered(
    _ status: Int, because reason: String, to id: ConnectionID, on loop: isolated EventLoop)

  /// A whole HTTP request came. Answer it now or later with `loop.respond` or `loop.upgrade`;
  /// until then no further request of this connection is read.
  mutating func received(_ request: Request, from id: ConnectionID, on loop: isolated EventLoop)

  /// A whole WebSocket message came, in the order of sending. After `loop.pauseReading` the
  /// messages that one read had already brought (64 KiB at most) still come.
  mutating func received(_ message: Message, from id: ConnectionID, on loop: isolated EventLoop)

  /// The peer broke RFC 6455 or a limit: nothing more is read from it. A handler may send a last
  /// message and close with a status of its own; else the loop closes with `error.status`.
  mutating func failed(
    _ error: WebSocketError, from id: ConnectionID, on loop: isolated EventLoop)

  /// The peer reads more slowly than it is written to: more than
  /// `TransportLimits.outSoftByteCount` is waiting. Send it nothing that can be had again later.
  mutating func fellBehind(_ id: ConnectionID, on loop: isolated EventLoop)

  /// Everything that was waiting when `fellBehind` was told has been handed to the kernel.
  mutating func caughtUp(_ id: ConnectionID, on loop: isolated EventLoop)

  /// Everything that was written to an HTTP connection has been handed to the kernel.
  mutating func delivered(_ id: ConnectionID, on loop: isolated EventLoop)

  /// The connection is gone and its id will not come again. Told once for each `opened`.
  mutating func closed(
    _ id: ConnectionID, _ cause: ClosureCause, on loop: isolated EventLoop)

  /// A timer of `loop.schedule` is due. Not told when its connection is gone.
  mutating func timerFired(
    _ timer: TimerID, for id: ConnectionID?, on loop: isolated EventLoop)

  /// `loop.ring()` was called, or work was posted, since the last call: drain the mailbox, which may
  /// be empty.
  mutating func mailArrived(on loop: isolated EventLoop)

  /// The loop stops: no more connections come. Say goodbye (`loop.close(id, .serviceRestart, …)`);
  /// HTTP connections are closed by the loop itself as they become idle. What is not gone when the
  /// time for draining is over is dropped.
  mutating func stopping(on loop: isolated EventLoop)
}

extension ConnectionHandler {
  /// Nothing: the first request says more.
  package mutating func opened(_ id: ConnectionID, peer: Peer, on loop: isolated EventLoop) {}

  /// Nothing: they were told.
  package mutating func refused(_ refusal: AdmissionRefusal, on loop: isolated EventLoop) {}

  /// Nothing: it was answered.
  package mutating func answered(
    _ status: Int, because reason: String, to id: ConnectionID, on loop: isolated EventLoop
  ) {}

  /// Nothing: the loop closes with the error's own status.
  package mutating func failed(
    _ error: WebSocketError, from id: ConnectionID, on loop: isolated EventLoop
  ) {}

  /// Nothing: everything goes on being sent.
  package mutating func fellBehind(_ id: ConnectionID, on loop: isolated EventLoop) {}

  /// Nothing.
  package mutating func caughtUp(_ id: ConnectionID, on loop: isolated EventLoop) {}

  /// Nothing.
  package mutating func delivered(_ id: ConnectionID, on loop: isolated EventLoop) {}

  /// Nothing: there is no state to forget.
  package mutating func closed(
    _ id: ConnectionID, _ cause: ClosureCause, on loop: isolated EventLoop
  ) {}

  /// Nothing: no timer was set.
  package mutating func timerFired(
    _ timer: TimerID, for id: ConnectionID?, on loop: isolated EventLoop
  ) {}

  /// Nothing: there is no mailbox.
  package mutating func mailArrived(on loop: isolated EventLoop) {}

  /// Nothing: what is open is dropped when the time for draining is over.
  package mutating func stopping(on loop: isolated EventLoop) {}
}
