import Library

/// A heartbeat above the socket, from either side (SYNC §3, `ping`); answered by `pong`.
public struct Ping: Hashable, Sendable {
  /// The sender's clock in milliseconds since 1970 UTC, or any number it wants back.
  public var at: Int

  /// Makes a heartbeat.
  public init(at: Int) { self.at = at }
}

/// The answer to `ping`, with the same `at` (SYNC §3, `pong`).
public struct Pong: Hashable, Sendable {
  /// What the `ping` said.
  public var at: Int
  /// From a server, what its clock shows, in milliseconds since 1970 UTC: it may have been set since
  /// `welcome`.
  public var now: Int?

  /// Answers a heartbeat.
  public init(at: Int, now: Int? = nil) {
    self.at = at
    self.now = now
  }
}

extension Ping: Payload {
  static let type = "ping"
  init(_ members: Members) throws(WireError) { at = try members.clock() }
  var members: JSONObject { ["at": .int(at)] }
}

extension Pong: Payload {
  static let type = "pong"

  init(_ members: Members) throws(WireError) {
    at = try members.clock()
    now = try members.optionalInt("now", in: 0...JSONValue.integerMax)
  }

  var members: JSONObject {
    var members: JSONObject = ["at": .int(at)]
    members["now"] = now.map(JSONValue.int)
    return members
  }
}

extension Members {
  /// The `at` of a heartbeat; a wrong clock may well stand before 1970.
  fileprivate func clock() throws(WireError) -> Int {
    try optionalInt("at", in: -JSONValue.integerMax...JSONValue.integerMax) ?? 0
  }
}
