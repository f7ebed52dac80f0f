/// The event loops of one server, and what is shared by them.
///
/// How a server is put together with it is written at `ConnectionHandler`.
package final class LoopGroup: Sendable {
  /// The loops, by `ConnectionID.loop`.
  package let loops: [EventLoop]

  /// Makes the loops; nothing runs before `start`. One loop per core is plenty.
  ///
  /// - Throws: `TransportError.system` when the process is out of descriptors.
  package init(count: Int, limits: TransportLimits = TransportLimits()) throws(TransportError) {
    precondition(count > 0 && count <= TransportLimits.loopCountMax)
    let census = Census(limits)
    var loops: [EventLoop] = []
    for index in 0..<count {
      loops.append(try EventLoop(index: index, limits: limits, census: census))
    }
    self.loops = loops
  }

  /// Starts the loops, each with the handler that `makeHandler` makes for it, on the loop's queue.
  package func start(
    _ makeHandler: @escaping @Sendable (EventLoop) -> any ConnectionHandler
  ) {
    for loop in loops { loop.start(makeHandler) }
  }

  /// Accepts connections from these listeners, and deals them out to the loops in turn. For `.tls` call
  /// `secure` first.
  package func listen(on listeners: [Listener], _ security: Security = .plain) {
    let loops = loops
    loops[0].post { loop in
      for listener in listeners { loop.watch(listener, security, dealingTo: loops) }
    }
  }

  /// Shows these certificates to whoever connects from now on, and seals and opens session tickets by
  /// these keys. Connections that live notice nothing.
  ///
  /// A peer that names a host is shown the first certificate for it; one that names none, or another,
  /// the first of all.
  package func secure(with identities: [TLSIdentity], tickets: TicketKeys) {
    for loop in loops { loop.post { loop in loop.secure(with: identities, tickets: tickets) } }
  }

  /// Stops gracefully: accepts no more, lets the handlers say goodbye, and waits until every
  /// connection is gone, but no longer than `duration`; then drops the rest.
  ///
  /// The group cannot be started again.
  package func stop(within duration: Duration) async {
    await withTaskGroup { group in
      for loop in loops {
        group.addTask {
          await withCheckedContinuation { continuation in
            loop.stop(within: duration) { continuation.resume() }
          }
        }
      }
    }
  }
}
