import HTTPTypes

/// Writes the head of an answer (RFC 9112 §4).
enum ResponseEncoder {
  /// What an answer is an answer to, as far as its framing depends on it.
  struct Context: Equatable {
    var isHead = false
    var keepsAlive = true
  }

  /// Status line, fields, and those that are the connection's own business: `Content-Length`,
  /// `Connection`, and `Date` where it is known. Field values cannot hold CR or LF: `HTTPField` sees to
  /// it.
  static func head(
    _ response: HTTPResponse, bodyByteCount: Int, context: Context, date: String?
  ) -> [UInt8] {
    var fields = response.headerFields
    fields[.transferEncoding] = nil
    fields[.contentLength] = mayHaveBody(response.status) ? String(bodyByteCount) : nil
    if let date { fields[.date] = date }
    if response.status != .switchingProtocols {
      // Who offers to change the protocol says so beside the offer (RFC 9110 §7.8).
      let options =
        (fields[.upgrade] == nil ? [] : ["Upgrade"]) + (context.keepsAlive ? [] : ["close"])
      fields[.connection] = options.isEmpty ? nil : options.joined(separator: ", ")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    bytes += "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n".utf8
    for field in fields {
      bytes += "\(field.name.rawName): \(field.value)\r\n".utf8
    }
    bytes += "\r\n".utf8
    return bytes
  }

  /// Whether an answer with this status has a body at all (RFC 9112 §6.3). A 304 could name the
  /// length of what it stands for; nobody needs it.
  static func mayHaveBody(_ status: HTTPResponse.Status) -> Bool {
    status.code >= 200 && status != .noContent && status != .notModified
  }

  /// `100 Continue`, whole.
  static let continuation = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
