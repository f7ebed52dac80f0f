import Transport

/// Loops that listen on a free port, or on a path, and what their handlers were told.
struct TestServer {
  let group: LoopGroup
  let listeners: [Listener]
  private let stream: AsyncStream<Event>

  init(
    loops: Int = 1, limits: TransportLimits = TransportLimits(), path: String? = nil,
    inherited: Listener? = nil, identity: TLSIdentity? = nil, tickets: TicketKeys = TicketKeys(),
    _ change: (inout TestHandler.Behaviour) -> Void = { _ in }
  ) throws {
    var behaviour = TestHandler.Behaviour()
    change(&behaviour)
    let (stream, events) = AsyncStream.makeStream(of: Event.self)
    self.stream = stream
    group = try LoopGroup(count: loops, limits: limits)
    group.start { [behaviour] _ in TestHandler(events: events, behaviour: behaviour) }
    listeners =
      if let inherited {
        [inherited]
      } else if let path {
        [try Listener.unix(path: path)]
      } else {
        try Listener.tcp(host: "127.0.0.1", port: 0)
      }
    if let identity { group.secure(with: [identity], tickets: tickets) }
    group.listen(on: listeners, identity == nil ? .plain : .tls)
  }

  var port: UInt16 { listeners.first?.port ?? 0 }

  /// Waits until a handler is told this; what it is told before is passed over.
  func until(_ event: Event) async -> Bool {
    for await told in stream where told == event { return true }
    return false
  }

  /// Everything up to the first event of the kind, that one included.
  func upTo(_ isLast: (Event) -> Bool) async -> [Event] {
    var events: [Event] = []
    for await told in stream {
      events.append(told)
      if isLast(told) { break }
    }
    return events
  }
}
