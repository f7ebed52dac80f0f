package import HTTPTypes

/// One whole HTTP answer, its body read and un-chunked.
package struct Response: Hashable, Sendable {
  /// Status and fields.
  package var head: HTTPResponse

  /// The body; empty where there is none.
  package var body: [UInt8]
}

/// Why an answer cannot be used. The connection must end.
package enum ResponseError: Error, Hashable, Sendable {
  /// It is no HTTP/1.1 answer.
  case malformed
  /// Its head or its body exceeds a limit.
  case tooLarge
  /// The server ended the stream in the middle of it.
  case cutOff
}

extension ResponseError: CustomStringConvertible {
  /// One sentence for a person.
  package var description: String {
    switch self {
    case .malformed: "What answers at this address does not speak HTTP."
    case .tooLarge: "The server's answer is larger than this program takes."
    case .cutOff: "The server hung up in the middle of its answer."
    }
  }
}
