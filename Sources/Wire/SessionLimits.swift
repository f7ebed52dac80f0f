import Library

/// The bounds a server holds one connection to (`welcome.limits`); absent ones are the protocol's.
public struct SessionLimits: Hashable, Sendable {
  /// Bytes of one message from the client.
  public var messageByteCountMax: Int
  /// Ops of one push.
  public var pushOperationCountMax: Int
  /// Bytes of one push.
  public var pushByteCountMax: Int
  /// Rows of one page.
  public var pageRowCountMax: Int
  /// Milliseconds of silence after which the server takes the client for dead.
  public var idleTimeoutMilliseconds: Int

  /// Makes bounds; what is left out is the protocol's own (`Limits`).
  public init(
    messageByteCountMax: Int = Limits.messageByteCountMax,
    pushOperationCountMax: Int = Limits.pushOperationCountMax,
    pushByteCountMax: Int = Limits.pushByteCountMax,
    pageRowCountMax: Int = Limits.pageRowCountMax,
    idleTimeoutMilliseconds: Int = Limits.idleTimeoutMilliseconds
  ) {
    self.messageByteCountMax = messageByteCountMax
    self.pushOperationCountMax = pushOperationCountMax
    self.pushByteCountMax = pushByteCountMax
    self.pageRowCountMax = pageRowCountMax
    self.idleTimeoutMilliseconds = idleTimeoutMilliseconds
  }
}

extension SessionLimits {
  init(_ members: Members?) throws(WireError) {
    self.init()
    guard let members else { return }
    let positive = 1...JSONValue.integerMax
    messageByteCountMax =
      try members.optionalInt("messageBytes", in: positive) ?? messageByteCountMax
    pushOperationCountMax =
      try members.optionalInt("pushOps", in: positive) ?? pushOperationCountMax
    pushByteCountMax = try members.optionalInt("pushBytes", in: positive) ?? pushByteCountMax
    pageRowCountMax = try members.optionalInt("pageRows", in: positive) ?? pageRowCountMax
    idleTimeoutMilliseconds =
      try members.optionalInt("idleMilliseconds", in: positive) ?? idleTimeoutMilliseconds
  }

  var json: JSONValue {
    [
      "messageBytes": .int(messageByteCountMax), "pushOps": .int(pushOperationCountMax),
      "pushBytes": .int(pushByteCountMax), "pageRows": .int(pageRowCountMax),
      "idleMilliseconds": .int(idleTimeoutMilliseconds),
    ]
  }
}
