package import HTTPTypes

/// Why a request is refused before anybody looks at what it asks for. The connection ends with it,
/// for its framing can no longer be trusted.
package enum RequestError: String, Error, Hashable, Sendable, CaseIterable {
  case malformedLine
  case malformedRequestLine
  case requestLineTooLong
  case unsupportedVersion
  case malformedField
  case foldedField
  case tooManyFields
  case fieldsTooLarge
  case missingHost
  case malformedHost
  case malformedLength
  case ambiguousLength
  case unsupportedTransferCoding
  case bodyTooLarge
  case malformedChunk
  case unsupportedExpectation

  /// The status of the answer.
  package var status: HTTPResponse.Status {
    switch self {
    case .malformedLine, .malformedRequestLine, .malformedField, .foldedField, .missingHost,
      .malformedHost, .malformedLength, .ambiguousLength, .malformedChunk:
      .badRequest
    case .requestLineTooLong: .uriTooLong
    case .unsupportedVersion: .httpVersionNotSupported
    case .tooManyFields, .fieldsTooLarge: .requestHeaderFieldsTooLarge
    case .unsupportedTransferCoding: .notImplemented
    case .bodyTooLarge: .contentTooLarge
    case .unsupportedExpectation: .expectationFailed
    }
  }
}

extension RequestError: CustomStringConvertible {
  /// One sentence: the body of the answer.
  package var description: String {
    switch self {
    case .malformedLine: "A line of the request does not end in CR LF alone."
    case .malformedRequestLine: "The request line is not METHOD TARGET HTTP/1.1."
    case .requestLineTooLong: "The request line is too long."
    case .unsupportedVersion: "This server speaks HTTP/1.1."
    case .malformedField: "A header field is malformed."
    case .foldedField: "A header field is folded over two lines."
    case .tooManyFields: "The request has too many header fields."
    case .fieldsTooLarge: "The header fields are too large."
    case .missingHost: "The request names no host."
    case .malformedHost: "The request's host is malformed, or given twice."
    case .malformedLength: "The Content-Length is not a number."
    case .ambiguousLength: "The request has more than one idea of its body's length."
    case .unsupportedTransferCoding: "The only transfer coding here is chunked."
    case .bodyTooLarge: "The request's body is larger than this server takes."
    case .malformedChunk: "A chunk of the request's body is malformed."
    case .unsupportedExpectation: "The only expectation here is 100-continue."
    }
  }
}
