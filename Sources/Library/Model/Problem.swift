/// Why an operation was refused, in words for a person (SYNC §3, `problem`).
public struct Problem: Error, Hashable, Sendable {
  /// What went wrong, for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A field or element has a value outside its type or range.
    case invalid
    /// The entity was never made, or a field that it cannot be without is missing.
    case missing
    /// The entity had been deleted, and the author knew.
    case deleted
    /// Only the server, or another device, may write this.
    case notYours
    /// The operation itself is no operation: a bad id, order or size.
    case malformed
    /// The operation's n does not follow the last one recorded.
    case outOfOrder
  }

  /// What went wrong, for programs.
  public let code: Code
  /// What went wrong, what was kept and what to do: one sentence for a person.
  public let message: String
  /// The field at fault, as `field` or `field.element`.
  public let field: String?

  /// Makes a problem.
  public init(_ code: Code, _ message: String, field: String? = nil) {
    self.code = code
    self.message = message
    self.field = field
  }

  /// `{code, message, field?}`, as whoever sends or keeps it has it.
  public var json: JSONValue {
    var members: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
    members["field"] = field.map(JSONValue.string)
    return .object(members)
  }
}
