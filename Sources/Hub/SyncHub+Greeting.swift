import Library
import Store
import Wire

extension SyncHub {
  /// Answers `hello`: binds the connection to a device and a library, and says how to go on.
  mutating func greet(
    _ hello: Hello, secret: SecretHash?, session id: SessionID, now: Int
  ) throws(SessionFault) -> HubOutput {
    guard case .greeting(let connected, _) = sessions[id]?.stage else { throw .secondHello }
    let version = min(hello.protocolVersions.upperBound, protocolVersion)
    guard version >= max(hello.protocolVersions.lowerBound, protocolVersionMin) else {
      throw .protocolVersion(hello.protocolVersions)
    }
    // What a program says in its hello, it means, also where that is no token; a browser's cookie comes
    // by itself.
    guard let secret = hello.token == nil ? secret ?? connected : secret,
      let device = try stored({ () throws(StoreError) in try store.device(holding: secret) })
    else { throw .notPaired }
    guard openSessions[device.id, default: []].count < Limits.sessionsPerDeviceMax else {
      throw .tooManySessions
    }
    try stored { () throws(StoreError) in try loadScenes(of: device.account) }
    let welcome = try welcome(hello, version: version, device: device, session: id, now: now)
    let membership = Session.Membership(
      account: device.account, device: device.id, incarnation: hello.incarnation,
      library: welcome.library.id, isLive: hello.isLive)
    sessions[id]?.stage = .open(membership)
    openSessions[device.id, default: []].insert(id)
    seen[device.id] = now
    if hello.isLive {
      if sessions[id]?.isCongested == true {
        congested[membership.library, default: []].insert(id)
      } else {
        listen(id, library: membership.library)
      }
    }
    return .send(id, EncodedMessage(.welcome(welcome)))
  }

  private func welcome(
    _ hello: Hello, version: Int, device: DeviceRecord, session id: SessionID, now: Int
  ) throws(SessionFault) -> Welcome {
    let libraries = try stored { () throws(StoreError) in try store.libraries(of: device.account) }
    guard
      let library = hello.library.map({ id in libraries.first { $0.id == id } }) ?? libraries.first
    else { throw .unknownLibrary(hello.library ?? "") }
    let devices = try stored { () throws(StoreError) in try store.devices(of: device.account) }
    let (progress, sent, head) = try stored { () throws(StoreError) in
      try store.read(library.id) { snapshot throws(StoreError) in
        (
          try snapshot.progress(of: device.id, in: hello.incarnation),
          try hello.sent.flatMap { sent throws(StoreError) in
            try snapshot.recorded([sent.op])[sent.op]
          },
          snapshot.library.head
        )
      }
    }
    return Welcome(
      protocolVersion: version, session: "\(instance)-\(id.number)", account: device.account,
      library: Welcome.LibraryState(
        id: library.id, name: library.name, epoch: library.epoch, head: head,
        watermark: library.watermark),
      device: Welcome.Device(id: device.id, name: device.name), lastN: progress?.n ?? 0,
      devices: devices.map { Welcome.Device(id: $0.id, name: $0.name) }
        + [Welcome.Device(id: Author.server, name: "Dogear")],
      clock: max(now, library.time), now: now,
      resume: resume(hello, library: library, head: head, lastN: progress?.n ?? 0, sent: sent))
  }

  /// How a client goes on from where it was (SYNC §3, *Resume*).
  private func resume(
    _ hello: Hello, library: LibraryRecord, head: Int, lastN: Int, sent: RecordedOperation?
  ) -> Welcome.Resume {
    // Another epoch, or a cursor that this library has not reached: the server was restored, and
    // the client has more than it.
    if let epoch = hello.epoch, epoch != library.epoch { return .reset }
    // A cursor of no epoch says nothing of what the client has.
    if hello.epoch == nil, hello.cursor > 0 { return .reset }
    if hello.cursor > head { return .reset }
    guard let claimed = hello.sent else { return .ok }
    // The client holds an ack that was never given to this life of the device: it was restored from
    // a copy, or is one. An op first met under another incarnation is recorded there, whatever its
    // n was in this one.
    guard claimed.n <= lastN, let sent else { return .fork }
    return sent.incarnation == hello.incarnation && sent.n != claimed.n ? .fork : .ok
  }

  /// Does something with the store for one session, which is told when that fails.
  func stored<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(SessionFault) -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .storage(error)
    }
  }
}
