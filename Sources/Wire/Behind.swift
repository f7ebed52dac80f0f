import Library

/// Live messages were dropped for this connection: pull (SYNC §3, `behind`).
public struct Behind: Hashable, Sendable {
  /// The library's last sequence.
  public var head: Int

  /// Tells that the library has come as far as `head`.
  public init(head: Int) { self.head = head }
}

extension Behind: Payload {
  static let type = "behind"

  init(_ members: Members) throws(WireError) { head = try members.count("head") }

  var members: JSONObject { ["head": .int(head)] }
}
