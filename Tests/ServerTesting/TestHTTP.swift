package import Library

/// An answer that a server under test gave.
package struct TestResponse: Sendable {
  /// The status code.
  package let status: Int
  /// The fields, by name in small letters; a repeated one is joined by newlines.
  package let fields: [String: String]
  /// The body, as it came.
  package let body: [UInt8]

  /// The body as JSON, or null where it is none.
  package var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// HTTP/1.1 by hand, so that a path or a field arrives at the server exactly as a test wrote it.
package enum TestHTTP {
  /// Sends one request on a connection of its own and reads the whole answer.
  package static func request(
    _ port: Int, _ method: String, _ path: String, _ fields: [String: String] = [:],
    body: [UInt8] = []
  ) async throws -> TestResponse {
    let bytes = bytes(port, method, path, fields, body: body)
    let connection = try await TestConnection(port: port, sending: bytes)
    let response = try await response(on: connection, hasBody: method != "HEAD")
    connection.disconnect()
    return response
  }

  /// The bytes of one request.
  package static func bytes(
    _ port: Int, _ method: String, _ path: String, _ fields: [String: String] = [:],
    body: [UInt8] = []
  ) -> [UInt8] {
    var lines = ["\(method) \(path) HTTP/1.1"]
    if fields["Host"] == nil { lines.append("Host: 127.0.0.1:\(port)") }
    lines += fields.map { "\($0.key): \($0.value)" }
    if !body.isEmpty || ["POST", "PATCH"].contains(method) {
      lines.append("Content-Length: \(body.count)")
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  /// Reads one answer from `connection`.
  package static func response(
    on connection: TestConnection, hasBody: Bool = true
  ) async throws -> TestResponse {
    let head = String(
      decoding: try await connection.read(through: Array("\r\n\r\n".utf8)), as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let status = Int(lines[0].split(separator: " ")[1]) ?? 0
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      fields[name] = fields[name].map { $0 + "\n" + value } ?? value
    }
    var body: [UInt8] = []
    if hasBody, let length = fields["content-length"].flatMap({ Int($0) }) {
      body = try await connection.read(length)
    }
    return TestResponse(status: status, fields: fields, body: body)
  }
}
