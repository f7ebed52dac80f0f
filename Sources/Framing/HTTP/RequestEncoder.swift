package import HTTPTypes

/// Writes a client's request (RFC 9112 §3).
package enum RequestEncoder {
  /// Request line, fields and body. `Content-Length` is the body's; `Host` is the authority, which the
  /// request must name, and its path must begin with a slash.
  package static func bytes(_ request: HTTPRequest, body: [UInt8] = []) -> [UInt8] {
    guard let authority = request.authority, let path = request.path, path.hasPrefix("/") else {
      preconditionFailure("a request needs an authority and a path")
    }
    var fields = request.headerFields
    fields[.contentLength] =
      body.isEmpty && request.method != .post ? nil : String(body.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512 + body.count)
    bytes += "\(request.method.rawValue) \(path) HTTP/1.1\r\nHost: \(authority)\r\n".utf8
    for field in fields {
      bytes += "\(field.name.rawName): \(field.value)\r\n".utf8
    }
    bytes += "\r\n".utf8
    return bytes + body
  }
}
