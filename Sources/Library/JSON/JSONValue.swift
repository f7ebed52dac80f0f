/// One JSON value, as every message, row and field holds it.
///
/// Numbers keep one spelling: a number with no fraction inside ±(2⁵³−1) is always `.int`, whatever
/// its text was, so that values compare and print alike in Swift and in JavaScript.
public enum JSONValue: Hashable, Sendable {
  /// `null`, which is a value of its own.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number within ±`integerMax`.
  case int(Int)
  /// Any other finite number.
  case double(Double)
  /// Text.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Values by name.
  case object(JSONObject)

  /// The greatest integer that JavaScript, and so the wire, holds exactly: 2⁵³−1.
  public static let integerMax = 9_007_199_254_740_991

  /// The value of `number`, as `.int` whenever it is a whole number both languages hold exactly.
  public init(number: Double) {
    // Without rounding functions, which would be all that this module needs the C library for.
    if abs(number) <= Double(Self.integerMax), Double(Int(number)) == number {
      self = .int(Int(number))
    } else {
      self = .double(number)
    }
  }
}

/// What a JSON object holds.
public typealias JSONObject = ByName<JSONValue>

extension JSONValue {
  /// The member `key`, or nil when this is no object or has no such member.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The text, or nil when this is no string.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The whole number, or nil when this is none.
  public var int: Int? {
    guard case .int(let number) = self else { return nil }
    return number
  }

  /// The number, whole or not, or nil when this is none.
  public var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The truth value, or nil when this is none.
  public var bool: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The elements, or nil when this is no array.
  public var array: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members, or nil when this is no object.
  public var object: JSONObject? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }
}
