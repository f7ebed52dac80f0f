import Dispatch
import Framing
import Glibc
import HTTPTypes
import Library

/// One HTTP request and its answer, over a connection of its own.
struct ServerCall: Sendable {
  let address: ServerAddress
  var method = HTTPRequest.Method.get
  let path: String
  var token: String?
  var client: String
  var body: Body?

  /// What is sent.
  enum Body: Sendable {
    case json(JSONValue)
    case picture([UInt8])

    fileprivate var bytes: [UInt8] {
      switch self {
      case .json(let value): value.canonicalBytes
      case .picture(let bytes): bytes
      }
    }

    fileprivate var type: String {
      switch self {
      case .json: "application/json"
      // The server tells the kind by the first bytes, and asks for no name of it.
      case .picture: "application/octet-stream"
      }
    }
  }

  /// Asks, and gives the answer's JSON where the status is 200 or 201.
  /// - Throws: `ServerError`.
  func answer() async throws(ServerError) -> JSONValue {
    let bytes = try await bytes()
    guard let json = try? JSONValue(parsing: bytes) else {
      throw .unreadable("\(address) does not answer as a Dogear server does.")
    }
    return json
  }

  /// Asks, and gives the answer's bytes where the status is 200 or 201.
  /// - Throws: `ServerError`.
  func bytes() async throws(ServerError) -> [UInt8] {
    let result = await withCheckedContinuation { continuation in
      Dial.queue.async {
        continuation.resume(returning: Result { () throws(ServerError) in try perform() })
      }
    }
    return try result.get()
  }

  private func perform() throws(ServerError) -> [UInt8] {
    let descriptor = try Dial.connect(address)
    let tls = try makeTLS()
    try send(request, tls, descriptor)
    let response = try receive(descriptor, tls)
    if response.asksForTLS { throw .insecure(address, .missing) }
    let status = response.head.status
    guard status == .ok || status == .created else {
      let json = try? JSONValue(parsing: response.body)
      throw .refused(
        status: status.code, code: json?["error"]?["code"]?.string ?? json?["code"]?.string ?? "",
        message: json?["error"]?["message"]?.string ?? json?["message"]?.string
          ?? "\(address) answered \(status.code) to \(path).")
    }
    return response.body
  }

  private var request: [UInt8] {
    var request = HTTPRequest(
      method: method, scheme: nil, authority: address.authority, path: path,
      headerFields: [
        .connection: "close", .accept: "application/json, image/*", .userAgent: client,
      ])
    if let token { request.headerFields[.authorization] = "Bearer \(token)" }
    if let body { request.headerFields[.contentType] = body.type }
    return RequestEncoder.bytes(request, body: body?.bytes ?? [])
  }

  // MARK: TLS

  private func makeTLS() throws(ServerError) -> ServerTLS? {
    guard address.isSecure else { return nil }
    do throws(TLSFault) {
      return try ServerTLS(address)
    } catch {
      throw .insecure(address, error)
    }
  }

  /// Sends `bytes` once it is known who is there; until then, what proves it.
  private func send(
    _ bytes: [UInt8], _ tls: ServerTLS?, _ descriptor: Descriptor
  ) throws(ServerError) {
    guard let tls else { return try send(bytes, descriptor) }
    do throws(TLSFault) {
      try tls.encrypt(bytes)
    } catch {
      throw .insecure(address, error)
    }
    try send(tls.toSend(), descriptor)
  }

  /// The plain text in what arrived; answers it where TLS has to.
  private func decrypt(
    _ bytes: Span<UInt8>, _ tls: ServerTLS, _ descriptor: Descriptor
  ) throws(ServerError) -> [UInt8] {
    var plain: [UInt8] = []
    do throws(TLSFault) {
      try tls.decrypt(bytes, into: &plain)
    } catch {
      // What is wrong is what matters, not whether the other side hears of it.
      try? send(tls.toSend(), descriptor)
      throw .insecure(address, error)
    }
    try send(tls.toSend(), descriptor)
    return plain
  }

  // MARK: The socket

  private func send(_ bytes: [UInt8], _ descriptor: Descriptor) throws(ServerError) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          descriptor.raw, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
          CInt(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(descriptor, for: POLLOUT)
      } else if errno != EINTR {
        throw .unreachable(address, reason: Dial.reason(errno))
      }
    }
  }

  private func receive(
    _ descriptor: Descriptor, _ tls: ServerTLS?
  ) throws(ServerError) -> Response {
    var parser = ResponseParser(bodyByteCountMax: Limits.answerByteCountMax)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    do {
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
          unsafe recv(descriptor.raw, buffer.baseAddress, buffer.count, 0)
        }
        if count > 0 {
          var start = 0
          let bytes = buffer.span.extracting(first: count)
          guard let tls else {
            if let response = try parser.next(bytes, from: &start) { return response }
            continue
          }
          let plain = try decrypt(bytes, tls, descriptor)
          if let response = try parser.next(plain.span, from: &start) { return response }
        } else if count == 0 {
          if let tls, tls.isHandshaking { throw ServerError.insecure(address, .cutOff) }
          return try parser.end()
        } else if errno == EAGAIN {
          try wait(descriptor, for: POLLIN)
        } else if errno != EINTR {
          throw ServerError.unreachable(address, reason: Dial.reason(errno))
        }
      }
    } catch let error as ServerError {
      throw error
    } catch {
      throw .unreadable("\(error)")
    }
  }

  private func wait(_ descriptor: Descriptor, for events: CInt) throws(ServerError) {
    guard Dial.wait(descriptor, for: events, milliseconds: Limits.answerMilliseconds) else {
      throw .unreachable(address, reason: Dial.reason(ETIMEDOUT))
    }
  }
}
