import Library

/// Asks for what changed after a cursor (SYNC §3, `pull`).
public struct Pull: Hashable, Sendable {
  /// The last sequence the client has applied; 0: nothing.
  public var since: Int
  /// The most rows the answer may have, 1…`Limits.pageRowCountMax`. A larger wish, or none, is read
  /// as that maximum: asking for much is no fault.
  public var limit: Int

  /// Asks for at most `limit` rows after `since`.
  public init(since: Int, limit: Int = Limits.pageRowCountMax) {
    self.since = since
    self.limit = min(max(limit, 1), Limits.pageRowCountMax)
  }
}

extension Pull: Payload {
  static let type = "pull"

  init(_ members: Members) throws(WireError) {
    let limit = try members.optionalInt("limit", in: 1...JSONValue.integerMax)
    self.init(since: try members.count("since"), limit: limit ?? Limits.pageRowCountMax)
  }

  var members: JSONObject { ["since": .int(since), "limit": .int(limit)] }
}
