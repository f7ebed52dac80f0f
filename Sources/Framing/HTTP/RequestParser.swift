import HTTPTypes

/// Parses HTTP/1.1 requests (RFC 9112) out of pieces of any size, one after the other.
///
/// It is strict where leniency lets two programs see different requests, and bounded everywhere. After
/// an error the position in the stream means nothing: the connection must end.
struct RequestParser {
  enum Output {
    case request(Request, keepsAlive: Bool)
    /// The client waits for `100 Continue` before it sends the body that is wanted.
    case continueExpected
    /// None of the body is wanted: this is the answer, and nothing more is read.
    case bodyRefused(HTTPResponse, body: [UInt8])
  }

  enum Phase: Equatable { case idle, head, body }

  private enum State {
    case requestLine
    case fields
    case body(left: Int)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailers
  }

  private let bodyRule: @Sendable (HTTPRequest) -> BodyRule
  private var state = State.requestLine
  private var lines: MessageLines
  private var isAfterEmptyLine = false
  private var requestLine: RequestLine?
  private var fields = HTTPFields()
  /// The values of `Host`, which the request's authority stands for.
  private var hosts: [String] = []
  private var request: Request?
  private var keepsAlive = true
  private var bodyByteCountMax = 0

  init(limits: HTTPLimits) {
    bodyRule = limits.bodyRule
    lines = MessageLines(limits)
  }

  /// Whether it is between two requests, in a head or in a body.
  var phase: Phase {
    switch state {
    case .requestLine: lines.isEmpty ? .idle : .head
    case .fields: .head
    case .body, .chunkSize, .chunk, .chunkEnd, .trailers: .body
    }
  }

  /// Whether the request that it is in is known to ask for a head alone (RFC 9110 §9.3.2).
  var isHead: Bool { requestLine?.method == .head }

  /// Goes on from `start` until there is something to tell; nil when the bytes are used up.
  ///
  /// - Throws: the first thing that is wrong, as soon as it is seen.
  mutating func next(
    _ bytes: Span<UInt8>, from start: inout Int
  ) throws(RequestError) -> Output? {
    while true {
      switch state {
      case .requestLine:
        guard let line = try lines.first(bytes, &start) else { return nil }
        // A client may send an empty line after its last body (RFC 9112 §2.2): one, and not for ever.
        guard !line.isEmpty else {
          guard !isAfterEmptyLine else { throw .malformedRequestLine }
          isAfterEmptyLine = true
          continue
        }
        isAfterEmptyLine = false
        requestLine = try RequestLine(line)
        state = .fields
      case .fields:
        guard let line = try lines.field(bytes, &start) else { return nil }
        if !line.isEmpty {
          keep(try HTTPField(line: line))
        } else if let output = try endHead() {
          return output
        }
      case .body(let left):
        let count = take(bytes, &start, atMost: left)
        if count == left { return endRequest() }
        state = .body(left: left - count)
        return nil
      case .chunkSize:
        guard let line = try lines.chunk(bytes, &start) else { return nil }
        try beginChunk(line)
      case .chunk(let left):
        let count = take(bytes, &start, atMost: left)
        guard count == left else {
          state = .chunk(left: left - count)
          return nil
        }
        state = .chunkEnd
      case .chunkEnd:
        guard let line = try lines.chunk(bytes, &start) else { return nil }
        guard line.isEmpty else { throw .malformedChunk }
        state = .chunkSize
      case .trailers:
        guard let line = try lines.field(bytes, &start) else { return nil }
        // Checked, and then dropped: nothing of ours waits for a trailer (RFC 9110 §6.5.1).
        if line.isEmpty { return endRequest() }
        _ = try HTTPField(line: line)
      }
    }
  }

  // MARK: Head

  private mutating func keep(_ field: HTTPField) {
    if field.name.canonicalName == "host" {
      hosts.append(field.value)
    } else {
      fields.append(field)
    }
  }

  private mutating func endHead() throws(RequestError) -> Output? {
    guard let line = requestLine else { preconditionFailure("fields follow a request line") }
    let length = try BodyLength(fields, isVersion10: line.isVersion10)
    let expectsContinue = try Self.expectsContinue(fields, isVersion10: line.isVersion10)
    let authority = try Host.authority(of: line, hosts: hosts)
    // An HTTP/1.0 client cannot ask for an upgrade (RFC 9110 §7.8).
    if line.isVersion10 { fields[.upgrade] = nil }
    let head = HTTPRequest(
      method: line.method, scheme: nil, authority: authority, path: line.path, headerFields: fields)
    keepsAlive = !line.isVersion10 && !fields.list(.connection, has: "close")
    fields = HTTPFields()
    hosts = []
    switch length {
    case .none, .bytes(0):
      request = Request(head: head)
      return endRequest()
    case .bytes(let count): state = .body(left: count)
    case .chunked: state = .chunkSize
    }
    switch bodyRule(head) {
    case .refuse(let answer, let body): return .bodyRefused(answer, body: body)
    case .read(let byteCountMax, let permit):
      bodyByteCountMax = byteCountMax
      request = Request(head: head, permit: permit)
    }
    if case .bytes(let count) = length, count > bodyByteCountMax { throw .bodyTooLarge }
    return expectsContinue ? .continueExpected : nil
  }

  /// RFC 9110 §10.1.1: an HTTP/1.0 client's expectation is ignored.
  private static func expectsContinue(
    _ fields: HTTPFields, isVersion10: Bool
  ) throws(RequestError) -> Bool {
    guard !isVersion10, let expectation = fields[.expect] else { return false }
    guard expectation.isToken("100-continue") else { throw .unsupportedExpectation }
    return true
  }

  // MARK: Body

  /// Moves bytes to the body. Memory grows with what came, not with what was announced.
  private mutating func take(
    _ bytes: Span<UInt8>, _ start: inout Int, atMost left: Int
  ) -> Int {
    let count = min(left, bytes.count - start)
    request?.body.append(bytes.extracting(start..<start + count))
    start += count
    return count
  }

  private mutating func beginChunk(_ line: [UInt8]) throws(RequestError) {
    let size = try ChunkSize.read(line)
    guard size > 0 else {
      state = .trailers
      return
    }
    guard size <= bodyByteCountMax - (request?.body.count ?? 0) else { throw .bodyTooLarge }
    state = .chunk(left: size)
  }

  private mutating func endRequest() -> Output {
    guard let whole = request else { preconditionFailure("a request ends once") }
    request = nil
    requestLine = nil
    state = .requestLine
    return .request(whole, keepsAlive: keepsAlive)
  }
}
