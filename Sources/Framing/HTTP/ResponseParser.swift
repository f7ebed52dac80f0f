import HTTPTypes

/// Parses the answer to one HTTP/1.1 request (RFC 9112) out of pieces of any size: the client's side
/// of what `RequestParser` is for the server.
///
/// Interim answers are passed over, but for `101`, which ends HTTP on the connection. Memory grows with
/// what came, not with what was announced, and is bounded.
package struct ResponseParser {
  private enum State {
    case statusLine
    case fields
    case body(left: Int)
    case bodyUntilEnd
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailers
    case finished
  }

  private let bodyByteCountMax: Int
  private var state = State.statusLine
  private var lines: MessageLines
  private var status = HTTPResponse.Status.ok
  private var isVersion10 = false
  private var fields = HTTPFields()
  private var response: Response?

  /// A parser of the answer to one request that is not `HEAD`, with a body of at most so many bytes.
  package init(bodyByteCountMax: Int) {
    self.bodyByteCountMax = bodyByteCountMax
    lines = MessageLines(HTTPLimits(bodyByteCountMax: bodyByteCountMax))
  }

  /// Goes on from `start` until the answer is whole; nil when the bytes are used up before. What
  /// follows a `101` is left where `start` stands.
  ///
  /// - Throws: `.malformed` or `.tooLarge`, as soon as it is seen.
  package mutating func next(
    _ bytes: Span<UInt8>, from start: inout Int
  ) throws(ResponseError) -> Response? {
    do throws(RequestError) {
      return try read(bytes, &start)
    } catch {
      switch error {
      case .requestLineTooLong, .tooManyFields, .fieldsTooLarge, .bodyTooLarge: throw .tooLarge
      default: throw .malformed
      }
    }
  }

  /// Takes note that the server has ended the stream.
  ///
  /// - Returns: The answer, where the end of the stream is the end of its body (RFC 9112 §6.3).
  /// - Throws: `.cutOff` where it is not.
  package mutating func end() throws(ResponseError) -> Response {
    guard case .bodyUntilEnd = state else { throw .cutOff }
    return finish()
  }

  private mutating func read(
    _ bytes: Span<UInt8>, _ start: inout Int
  ) throws(RequestError) -> Response? {
    while true {
      switch state {
      case .finished: return nil
      case .statusLine:
        guard let line = try lines.first(bytes, &start) else { return nil }
        try readStatus(line)
        state = .fields
      case .fields:
        guard let line = try lines.field(bytes, &start) else { return nil }
        if !line.isEmpty {
          fields.append(try HTTPField(line: line))
        } else if let response = try endHead() {
          return response
        }
      case .body(let left):
        let count = try take(bytes, &start, atMost: left)
        if count == left { return finish() }
        state = .body(left: left - count)
        return nil
      case .bodyUntilEnd:
        guard try take(bytes, &start, atMost: Int.max) > 0 else { return nil }
      case .chunkSize:
        guard let line = try lines.chunk(bytes, &start) else { return nil }
        let size = try ChunkSize.read(line)
        state = size > 0 ? .chunk(left: size) : .trailers
      case .chunk(let left):
        let count = try take(bytes, &start, atMost: left)
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
        if line.isEmpty { return finish() }
        _ = try HTTPField(line: line)
      }
    }
  }

  // MARK: Head

  /// `HTTP/1.1 200 OK`; the reason may be empty or missing (RFC 9112 §4).
  private mutating func readStatus(_ line: [UInt8]) throws(RequestError) {
    let parts = line.split(
      separator: ASCII.space, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[1].count == 3, parts[1].allSatisfy(\.isDigit),
      let code = Int(String(decoding: parts[1], as: UTF8.self)), code >= 100
    else { throw .malformedRequestLine }
    switch String(decoding: parts[0], as: UTF8.self) {
    case "HTTP/1.1": isVersion10 = false
    case "HTTP/1.0": isVersion10 = true
    default: throw .unsupportedVersion
    }
    status = HTTPResponse.Status(code: code)
  }

  private mutating func endHead() throws(RequestError) -> Response? {
    let head = HTTPResponse(status: status, headerFields: fields)
    fields = HTTPFields()
    if status.kind == .informational, status != .switchingProtocols {
      state = .statusLine
      return nil
    }
    response = Response(head: head, body: [])
    guard ResponseEncoder.mayHaveBody(status) else { return finish() }
    switch try BodyLength(head.headerFields, isVersion10: isVersion10) {
    case .none: state = .bodyUntilEnd
    case .bytes(0): return finish()
    case .bytes(let count):
      guard count <= bodyByteCountMax else { throw .bodyTooLarge }
      state = .body(left: count)
    case .chunked: state = .chunkSize
    }
    return nil
  }

  // MARK: Body

  private mutating func take(
    _ bytes: Span<UInt8>, _ start: inout Int, atMost left: Int
  ) throws(RequestError) -> Int {
    let count = min(left, bytes.count - start)
    guard count <= bodyByteCountMax - (response?.body.count ?? 0) else { throw .bodyTooLarge }
    response?.body.append(bytes.extracting(start..<start + count))
    start += count
    return count
  }

  private mutating func finish() -> Response {
    guard let whole = response else { preconditionFailure("an answer ends once") }
    response = nil
    state = .finished
    return whole
  }
}
