/// Why a WebSocket connection ends (RFC 6455 §7.4): the status code of a close frame.
///
/// Any number can be held, since peers send any number; `isValidOnWire` tells the ones that a close
/// frame may carry.
package struct CloseStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number.
  package let rawValue: UInt16

  /// A close status by its number.
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// A close status by its number: `CloseStatus(4401)`.
  package init(_ rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The purpose is fulfilled.
  package static let normal = CloseStatus(1000)
  /// A server goes down, or a page is left.
  package static let goingAway = CloseStatus(1001)
  /// The peer broke RFC 6455.
  package static let protocolError = CloseStatus(1002)
  /// Text that is not UTF-8.
  package static let invalidPayload = CloseStatus(1007)
  /// A message beyond the limit.
  package static let messageTooBig = CloseStatus(1009)
  /// The server restarts: come back soon.
  package static let serviceRestart = CloseStatus(1012)

  /// Whether a close frame may carry it: the registered codes but for 1004 (reserved), 1005, 1006
  /// and 1015, which stand for "no frame at all", and the ranges 3000–3999 (registered by
  /// frameworks) and 4000–4999 (private use), RFC 6455 §7.4.2.
  package var isValidOnWire: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// The number.
  package var description: String { "\(rawValue)" }
}
