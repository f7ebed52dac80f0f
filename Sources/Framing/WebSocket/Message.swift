/// One whole WebSocket message: unmasked, put together from its fragments, and within the size limit.
///
/// The payload of `.text` has been checked to be UTF-8 (RFC 6455 §8.1), so decoding it cannot fail.
package enum Message: Hashable, Sendable {
  case text([UInt8])
  case binary([UInt8])

  /// The payload, whatever its kind.
  package var payload: [UInt8] {
    switch self {
    case .text(let payload), .binary(let payload): payload
    }
  }
}
