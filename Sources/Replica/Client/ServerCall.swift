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
  var body: JSONValue?

  /// Asks, and gives the answer's JSON where the status is 200.
  /// - Throws: `ServerError`.
  func answer() async throws(ServerError) -> JSONValue {
    let result = await withCheckedContinuation { continuation in
      Dial.queue.async {
        continuation.resume(returning: Result { () throws(ServerError) in try perform() })
      }
    }
    return try result.get()
  }

  private func perform() throws(ServerError) -> JSONValue {
    let descriptor = try Dial.connect(address)
    try send(request, descriptor)
    let response = try receive(descriptor)
    let json = try? JSONValue(parsing: response.body)
    let status = response.head.status
    guard status == .ok else {
      throw .refused(
        status: status.code, code: json?["error"]?["code"]?.string ?? json?["code"]?.string ?? "",
        message: json?["error"]?["message"]?.string ?? json?["message"]?.string
          ?? "\(address) answered \(status.code) to \(path).")
    }
    guard let json else { throw .unreadable("\(address) does not answer as a Dogear server does.") }
    return json
  }

  private var request: [UInt8] {
    var request = HTTPRequest(
      method: method, scheme: nil, authority: address.authority, path: path,
      headerFields: [.connection: "close", .accept: "application/json", .userAgent: client])
    if let token { request.headerFields[.authorization] = "Bearer \(token)" }
    if body != nil { request.headerFields[.contentType] = "application/json" }
    return RequestEncoder.bytes(request, body: body?.canonicalBytes ?? [])
  }

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

  private func receive(_ descriptor: Descriptor) throws(ServerError) -> Response {
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
          if let response = try parser.next(bytes, from: &start) { return response }
        } else if count == 0 {
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
