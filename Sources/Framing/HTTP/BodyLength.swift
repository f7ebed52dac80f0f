import HTTPTypes

/// How a request's body is delimited (RFC 9112 §6.3).
enum BodyLength: Equatable {
  case none
  case bytes(Int)
  case chunked

  /// Two answers to this question by two programs are request smuggling: whatever leaves room for
  /// two is refused (RFC 9112 §11.2).
  ///
  /// - Throws: `.ambiguousLength`, `.malformedLength` or `.unsupportedTransferCoding`.
  init(_ fields: HTTPFields, isVersion10: Bool) throws(RequestError) {
    let lengths = fields[values: .contentLength]
    let codings = fields[values: .transferEncoding]
    if !codings.isEmpty {
      guard lengths.isEmpty, !isVersion10 else { throw .ambiguousLength }
      guard codings.count == 1, codings[0].isToken("chunked") else {
        throw .unsupportedTransferCoding
      }
      self = .chunked
    } else if let first = lengths.first {
      guard lengths.allSatisfy({ $0 == first }) else { throw .ambiguousLength }
      self = .bytes(try Self.number(first))
    } else {
      self = .none
    }
  }

  /// Digits only: `Int("+5")` is 5, but no Content-Length. What overflows is too large for anybody.
  private static func number(_ text: String) throws(RequestError) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { throw .malformedLength }
    return Int(text) ?? Int.max
  }
}
