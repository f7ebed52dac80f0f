public import Library

/// Why a text is no message of the protocol. Each is the peer's fault, and `closeCode` says how the
/// connection ends.
public enum WireError: Error, Hashable, Sendable {
  /// The message has `byteCount` bytes where `max` are allowed.
  case tooLarge(byteCount: Int, max: Int)
  /// The array `member` has `count` elements where `max` are allowed.
  case tooMany(member: String, count: Int, max: Int)
  /// The text is no JSON.
  case notJSON(JSONError)
  /// The JSON is no object.
  case notObject
  /// The message lacks `member`.
  case missing(member: String)
  /// `member` is no `expected`.
  case wrongType(member: String, expected: String)
  /// `member` has the right type and an impossible value.
  case outOfRange(member: String)

  /// How the connection ends.
  public var closeCode: CloseCode {
    switch self {
    case .tooLarge, .tooMany: .tooLarge
    case .notJSON, .notObject, .missing, .wrongType, .outOfRange: .malformed
    }
  }

  /// The member at fault, as `device.incarnation` or `ops[3].n`; nil when the whole text is.
  public var member: String? {
    switch self {
    case .tooLarge, .notJSON, .notObject: nil
    case .tooMany(let member, _, _), .missing(let member), .wrongType(let member, _),
      .outOfRange(let member):
      member
    }
  }

  /// What is wrong: one sentence for the person who reads a log.
  public var message: String {
    switch self {
    case .tooLarge(let byteCount, let max):
      "A message of \(byteCount) bytes came where at most \(max) are allowed."
    case .tooMany(let member, let count, let max):
      "The message holds \(count) \(member) where at most \(max) are allowed."
    case .notJSON(.crowdedText): "A text has more marks on one letter than any script needs."
    case .notJSON: "The message is no JSON text."
    case .notObject: "The message is no JSON object."
    case .missing(let member): "The message lacks “\(member)”."
    case .wrongType(let member, let expected): "“\(member)” must be \(expected)."
    case .outOfRange(let member): "“\(member)” has an impossible value."
    }
  }
}
