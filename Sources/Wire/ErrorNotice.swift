import Library

/// What the server says before it closes (SYNC §3, `error`).
public struct ErrorNotice: Hashable, Sendable {
  /// What went wrong, for programs: `CloseCode.errorCode`.
  public var code: String
  /// What went wrong: one sentence for a person.
  public var message: String
  /// Milliseconds the client is asked to stay away; nil leaves it to its own back-off.
  public var retryAfterMilliseconds: Int?

  /// Makes a notice.
  public init(code: String, message: String, retryAfterMilliseconds: Int? = nil) {
    self.code = code
    self.message = message
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }

  /// Makes the notice that goes before closing with `closeCode`.
  public init(_ closeCode: CloseCode, _ message: String, retryAfterMilliseconds: Int? = nil) {
    self.init(
      code: closeCode.errorCode, message: message, retryAfterMilliseconds: retryAfterMilliseconds)
  }

  /// Makes the notice for a message that could not be read.
  public init(_ error: WireError) {
    self.init(error.closeCode, error.message)
  }
}

extension ErrorNotice: Payload {
  static let type = "error"

  init(_ members: Members) throws(WireError) {
    code = try members.text("code")
    message =
      try members.optionalText("message", byteCountMax: Limits.sentenceByteCountMax) ?? code
    retryAfterMilliseconds = try members.optionalInt("retryAfter", in: 0...JSONValue.integerMax)
  }

  var members: JSONObject {
    var object: JSONObject = ["code": .string(code), "message": .string(message)]
    object["retryAfter"] = retryAfterMilliseconds.map(JSONValue.int)
    return object
  }
}
