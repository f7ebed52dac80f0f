package import Library

/// A device that speaks protocol `dogear.v1` message by message, for tests that want to see each.
package struct TestClient: Sendable {
  /// The socket.
  package let socket: TestSocket
  /// The server's answer to `hello`.
  package let welcome: JSONValue

  /// Connects as the device of `token` and says hello.
  package init(
    port: Int, token: String, incarnation: String = "one", epoch: String? = nil, cursor: Int = 0,
    isLive: Bool = true
  ) async throws {
    socket = try await TestSocket(port: port, token: token)
    try socket.send(
      Self.hello(incarnation: incarnation, epoch: epoch, cursor: cursor, isLive: isLive))
    welcome = try await socket.receive("welcome")
  }

  /// A `hello`.
  package static func hello(
    incarnation: String = "one", epoch: String? = nil, cursor: Int = 0, isLive: Bool = true,
    token: String? = nil
  ) -> JSONValue {
    var members: JSONObject = [
      "t": "hello", "protocol": [1, 1], "client": "test",
      "device": ["incarnation": .string(incarnation)],
      "cursor": .int(cursor), "live": .bool(isLive), "clock": 0, "schema": 1,
    ]
    members["epoch"] = epoch.map(JSONValue.string)
    members["token"] = token.map(JSONValue.string)
    return .object(members)
  }

  /// An op that makes the book `id`.
  package static func book(_ id: String, title: String, n: Int, op: String? = nil) -> JSONValue {
    [
      "op": .string(op ?? "op-\(id)-\(n)"), "n": .int(n), "base": 0, "at": 0,
      "do": [
        ["e": "book", "id": .string(id), "create": true, "set": ["title": .string(title)]]
      ],
    ]
  }

  /// Sends ops without waiting for their ack.
  package func push(batch: Int, _ operations: [JSONValue]) throws {
    try socket.send([
      "t": "push", "batch": .int(batch), "ops": .array(operations),
    ])
  }

  /// Sends ops and waits for their ack.
  package func pushed(batch: Int = 1, _ operations: [JSONValue]) async throws -> JSONValue {
    try push(batch: batch, operations)
    return try await socket.receive("ack")
  }

  /// Everything that changed after `cursor`, page by page.
  package func pull(since cursor: Int = 0) async throws -> [JSONValue] {
    var rows: [JSONValue] = []
    var since = cursor
    while true {
      try socket.send(["t": "pull", "since": .int(since), "limit": 1000])
      let page = try await socket.receive("page")
      rows += page["rows"]?.array ?? []
      guard page["more"]?.bool == true, let to = page["to"]?.int else { return rows }
      since = to
    }
  }
}
