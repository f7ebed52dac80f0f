import CLinux
import Glibc

/// A listener in a loop's epoll set, and the loops that its connections are dealt to.
struct Listening {
  let listener: Listener
  let token: UInt64
  let security: Security
  let loops: [EventLoop]
  /// The loop that gets the next connection.
  var next = 0
  /// Whether it is in the set, for which the machine may have had no room.
  var isWatched = false
}

/// A connection on its way to the loop it will be pinned to.
struct Arrival: Sendable {
  let descriptor: Descriptor
  let peer: Peer
  let security: Security
}

extension EventLoop {
  func watch(_ listener: Listener, _ security: Security, dealingTo loops: [EventLoop]) {
    guard farewell == nil, handler != nil else { return listener.stop() }
    let token = Token.listeners + UInt64(listening.count) * Token.step
    listening.append(Listening(listener: listener, token: token, security: security, loops: loops))
    resumeAccepting()
  }

  /// Accepts what waits, and deals it out: one post per loop, however many there are.
  func accept(_ index: Int) {
    guard index < listening.count else { return }
    let descriptor = listening[index].listener.descriptor.raw
    let security = listening[index].security
    var hands: [Int: [Arrival]] = [:]
    for _ in 0..<TransportLimits.acceptCountMax {
      guard let arrival = acceptOne(descriptor, security) else { break }
      if let refusal = census.admit(arrival.peer) {
        turnAway(arrival, as: refusal)
        continue
      }
      hands[listening[index].next, default: []].append(arrival)
      listening[index].next = (listening[index].next + 1) % listening[index].loops.count
    }
    for (place, hand) in hands {
      let loop = listening[index].loops[place]
      if loop === self {
        hand.forEach(adopt)
      } else {
        loop.post { loop in hand.forEach(loop.adopt) }
      }
    }
  }

  /// Nil when there is nobody, or when the process cannot take anybody now.
  private func acceptOne(_ listening: CInt, _ security: Security) -> Arrival? {
    while true {
      var raw: CInt = -1
      let address = unsafe SocketAddress { address, length in
        raw = unsafe accept4(
          listening, address, length, CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        return raw
      }
      if let address, let descriptor = try? Descriptor(raw, from: "accept4") {
        return Arrival(descriptor: descriptor, peer: Peer(address), security: security)
      }
      switch errno {
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        pauseAccepting()
        handler?.refused(.descriptors, on: self)
        return nil
      case EAGAIN, EBADF, EINVAL: return nil
      default: continue  // The peer was gone again before we came, or a signal.
      }
    }
  }

  /// Does not take a connection, and says so.
  func turnAway(_ arrival: Arrival, as refusal: AdmissionRefusal) {
    handler?.refused(refusal, on: self)
    // Words in the clear would be gibberish to who expects a handshake.
    guard arrival.security == .plain else { return }
    let status = refusal == .address ? "429 Too Many Requests" : "503 Service Unavailable"
    let answer = """
      HTTP/1.1 \(status)\r\nDate: \(date.now())\r\n\
      Retry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n
      """
    // A new connection's buffer is empty: this goes out whole, or the peer is gone already.
    _ = unsafe Array(answer.utf8).withUnsafeBytes { bytes in
      unsafe ByteStream(arrival.descriptor).write(bytes, moreFollows: false)
    }
    if turnedAway.isEmpty { insert(.turnedAway, at: now + limits.turnedAwayDuration) }
    turnedAway.keep(arrival.descriptor)
  }

  /// Takes a connection that was dealt to this loop.
  private func adopt(_ arrival: Arrival) {
    guard farewell == nil, handler != nil else { return census.leave(arrival.peer) }
    if arrival.peer != .local {
      arrival.descriptor.setOption(CInt(IPPROTO_TCP), TCP_NODELAY)
    }
    let stream = stream(for: arrival)
    let connection = connections.insert { id in
      Connection(
        id: id, peer: arrival.peer, stream: stream, limits: limits, pool: pool, date: date,
        now: now)
    }
    do {
      try poller.add(connection.stream.watched, token: connection.id.token, for: .input)
    } catch {
      connections.remove(connection.id)
      census.leave(arrival.peer)
      return turnAway(arrival, as: .watches)
    }
    handler?.opened(connection.id, peer: arrival.peer, on: self)
    markDirty(connection)
  }

  /// A full table of descriptors stays full for a while, and the listeners stay ready: look away.
  private func pauseAccepting() {
    for listening in listening where listening.isWatched {
      poller.change(listening.listener.descriptor.raw, token: listening.token, to: [])
    }
    insert(.accepting, at: now + limits.acceptPause)
  }

  /// Looks at all listeners. One that the machine has no room to watch is tried again in a moment: who comes
  /// waits in its queue.
  func resumeAccepting() {
    for place in listening.indices {
      let (descriptor, token) = (listening[place].listener.descriptor.raw, listening[place].token)
      guard !listening[place].isWatched else {
        poller.change(descriptor, token: token, to: .input)
        continue
      }
      do {
        try poller.add(descriptor, token: token, for: .input)
        listening[place].isWatched = true
      } catch {
        handler?.refused(.watches, on: self)
        insert(.accepting, at: now + limits.acceptPause)
      }
    }
  }

  func stopListening() {
    for listening in listening {
      if listening.isWatched { poller.remove(listening.listener.descriptor.raw) }
      listening.listener.stop()
    }
    listening = []
    turnedAway.letGo()
  }
}

extension Peer {
  init(_ address: SocketAddress) {
    self = address.port == nil ? .local : .address(address.host)
  }
}
