import Dispatch
import Framing
import Glibc
import HTTPTypes
import Library
import Wire

/// One WebSocket to a server, from dialling to its end: protocol messages in and out, on a queue of
/// its own, so that decoding a page holds nobody up.
///
/// It reads no more while more than `Limits.undigestedByteCountMax` of what it told is not
/// `digested`: then the server feels that we are slow.
actor ServerSocket: QueueConfined {
  /// What happens, in order. After `closed` nothing more does.
  enum Report: Sendable {
    case opened
    /// To be `digested`.
    case message(ServerMessage, byteCount: Int)
    case unreadable(reason: String)
    case closed(code: UInt16, reason: String)
  }

  /// "No close frame was received" (RFC 6455 §7.1.5).
  private static let abnormalCode: UInt16 = 1006

  nonisolated let executor = ActorQueue(label: "dogear.replica.socket")
  private let address: ServerAddress
  private let report: @Sendable (Report) -> Void
  private var connection: ClientConnection
  private var descriptor: Descriptor?
  private var tls: ServerTLS?
  private var reader: (any DispatchSourceRead)?
  private var writer: (any DispatchSourceWrite)?
  private var buffer = [UInt8](repeating: 0, count: Limits.readByteCount)
  private var unsent: [UInt8] = []
  private var undigested = 0
  /// Whether nothing is read for the time being.
  private(set) var isPaused = false
  /// Nothing more is told.
  private var isMuted = false
  /// Nothing more is sent or read.
  private var isOver = false
  /// To be over as soon as everything is sent.
  private var endsWhenSent = false

  /// A socket to `address` that tells `report` what happens, on its own queue. `open` begins.
  init(
    _ address: ServerAddress, client: String, report: @escaping @Sendable (Report) -> Void
  ) {
    self.address = address
    self.report = report
    var generator = SystemRandomNumberGenerator()
    let request = WebSocketRequest(
      authority: address.authority, path: "/v1/socket", subprotocol: Wire.subprotocol,
      fields: [.userAgent: client],
      nonce: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    connection = ClientConnection(
      request,
      limits: WebSocketLimits(messageByteCountMax: Wire.Limits.serverMessageByteCountMax),
      nextMask: { UInt32.random(in: .min ... .max) })
  }

  // MARK: Orders

  /// Dials, and says hello as HTTP does.
  nonisolated func open() {
    Dial.queue.async {
      let result = Result { () throws(ServerError) in try Dial.connect(self.address) }
      self.post { $0.dialled(result) }
    }
  }

  /// Sends a message, once the socket is open.
  nonisolated func send(_ message: ClientMessage) {
    post { socket in
      guard socket.connection.isOpen else { return }
      socket.write(socket.connection.encodeText(message.encoded()))
    }
  }

  /// `byteCount` of the messages told are where they belong.
  nonisolated func digested(_ byteCount: Int) {
    post { socket in
      socket.undigested -= byteCount
      socket.pauseOrResume()
    }
  }

  /// Closes the socket, politely where it is open; nothing more is told.
  nonisolated func close(_ code: CloseCode, reason: String) {
    post { $0.leave(CloseStatus(code.rawValue), reason: reason) }
  }

  private func leave(_ status: CloseStatus, reason: String) {
    isMuted = true
    guard connection.isOpen, !isOver else { return end() }
    var actions: [ConnectionAction] = []
    connection.close(status, reason: reason, into: &actions)
    undigested = 0
    pauseOrResume()
    carryOut(actions)
    let patience = DispatchTimeInterval.milliseconds(Limits.closingMilliseconds)
    // Nobody else may hold the socket any more, and it is to see the handshake through.
    executor.queue.asyncAfter(deadline: .now() + patience) { self.assumeIsolated { $0.end() } }
  }

  // MARK: Dialling

  private func dialled(_ result: Result<Descriptor, ServerError>) {
    guard !isOver else { return }
    switch result {
    case .failure(let error): fail(error.description)
    case .success(let descriptor):
      self.descriptor = descriptor
      let reader = DispatchSource.makeReadSource(
        fileDescriptor: descriptor.raw, queue: executor.queue)
      reader.setEventHandler { [weak self] in self?.assumeIsolated { $0.readable() } }
      // The descriptor stays open until Dispatch watches it no more.
      reader.setCancelHandler { withExtendedLifetime(descriptor) {} }
      reader.activate()
      self.reader = reader
      greet()
    }
  }

  private func greet() {
    do throws(TLSFault) {
      if address.isSecure { tls = try ServerTLS(address) }
      write(connection.opening)
    } catch {
      fail(error.description)
    }
  }

  // MARK: Reading

  private func readable() {
    var buffer = buffer
    self.buffer = []
    defer { self.buffer = buffer }
    while !isOver, !isPaused, let descriptor {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(descriptor.raw, bytes.baseAddress, bytes.count, 0)
      }
      if count > 0 {
        arrived(buffer.span.extracting(first: count))
        // What is short has emptied the kernel's buffer; Dispatch tells when there is more.
        if count < buffer.count { return }
      } else if count == 0 {
        return ended()
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        return fail(Dial.reason(errno))
      }
    }
  }

  private func arrived(_ bytes: Span<UInt8>) {
    guard let tls else { return take(bytes) }
    var plain: [UInt8] = []
    var fault: TLSFault?
    do throws(TLSFault) {
      try tls.decrypt(bytes, into: &plain)
    } catch {
      fault = error
    }
    transmit(tls.toSend())
    if !plain.isEmpty { take(plain.span) }
    if let fault { fail(fault.description) }
  }

  private func take(_ bytes: Span<UInt8>) {
    var actions: [ConnectionAction] = []
    do throws(OpeningError) {
      if try connection.receive(bytes, into: &actions) { tell(.opened) }
    } catch {
      return refused(error)
    }
    carryOut(actions)
    pauseOrResume()
  }

  private func ended() {
    if let tls, tls.isHandshaking { return fail(TLSFault.cutOff.description) }
    do throws(OpeningError) {
      try connection.receiveEnd()
    } catch {
      return refused(error)
    }
    fail("the server hung up.")
  }

  private func carryOut(_ actions: [ConnectionAction]) {
    for action in actions {
      switch action {
      case .message(.text(let payload)): received(payload)
      case .message(.binary): tell(.unreadable(reason: "it sent a binary message."))
      case .write(let bytes): write(bytes)
      case .closed(let status):
        tell(.closed(code: status?.rawValue ?? Self.abnormalCode, reason: ""))
        isMuted = true
      case .failed(let error):
        tell(.unreadable(reason: error.description))
        var last: [ConnectionAction] = []
        connection.close(error.status, reason: error.description, into: &last)
        carryOut(last)
      case .finish:
        endsWhenSent = true
        if let tls {
          tls.finish()
          transmit(tls.toSend())
        }
        if unsent.isEmpty { end() }
      case .pong: break
      case .request, .refused, .bodyRefused, .cutOff:
        preconditionFailure("a server's action in a client")
      }
    }
  }

  private func received(_ payload: [UInt8]) {
    guard !isMuted else { return }
    do throws(WireError) {
      let message = try ServerMessage(decoding: payload)
      undigested += payload.count
      tell(.message(message, byteCount: payload.count))
    } catch {
      tell(.unreadable(reason: error.message))
    }
  }

  private func pauseOrResume() {
    let shallPause = undigested > Limits.undigestedByteCountMax
    guard shallPause != isPaused, let reader else { return }
    isPaused = shallPause
    if shallPause { reader.suspend() } else { reader.resume() }
  }

  // MARK: Writing

  private func write(_ bytes: [UInt8]) {
    guard let tls else { return transmit(bytes) }
    do throws(TLSFault) {
      try tls.encrypt(bytes)
      transmit(tls.toSend())
    } catch {
      fail(error.description)
    }
  }

  private func transmit(_ bytes: [UInt8]) {
    guard !isOver, !bytes.isEmpty else { return }
    unsent += bytes
    if writer == nil { flush() }
  }

  private func flush() {
    var sent = 0
    while let descriptor, sent < unsent.count {
      let count = unsafe unsent.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          descriptor.raw, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
          CInt(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        return fail(Dial.reason(errno))
      }
    }
    unsent.removeFirst(sent)
    if unsent.isEmpty {
      writer?.cancel()
      writer = nil
      if endsWhenSent { end() }
    } else if writer == nil, let descriptor {
      let writer = DispatchSource.makeWriteSource(
        fileDescriptor: descriptor.raw, queue: executor.queue)
      writer.setEventHandler { [weak self] in self?.assumeIsolated { $0.flush() } }
      writer.setCancelHandler { withExtendedLifetime(descriptor) {} }
      writer.activate()
      self.writer = writer
    }
  }

  // MARK: The end

  private func refused(_ error: OpeningError) {
    switch error {
    case .unreadable(let error): fail(error.description)
    case .refused(let response) where response.asksForTLS: fail(TLSFault.missing.description)
    case .mismatched: fail("what answers there does not speak dogear.v1.")
    case .refused(let response):
      let code: CloseCode? =
        switch response.head.status {
        case .unauthorized: .notPaired
        // No `.forbidden`: a page from elsewhere is refused so, and this is none. Something in between
        // has answered, and may do otherwise the next time.
        case .tooManyRequests: .rate
        default: nil
        }
      let json = try? JSONValue(parsing: response.body)
      fail(
        json?["error"]?["message"]?.string ?? "it answered \(response.head.status.code).",
        code: code?.rawValue ?? Self.abnormalCode)
    }
  }

  private func fail(_ reason: String, code: UInt16 = abnormalCode) {
    tell(.closed(code: code, reason: reason))
    end()
  }

  private func tell(_ what: Report) {
    if !isMuted { report(what) }
  }

  private func end() {
    guard !isOver else { return }
    isOver = true
    isMuted = true
    // A source that is suspended must not be let go.
    if isPaused { reader?.resume() }
    reader?.cancel()
    writer?.cancel()
    reader = nil
    writer = nil
    descriptor = nil
    unsent = []
  }
}
