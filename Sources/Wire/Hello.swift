import Library

/// The client's first message: who it is and how far it has come (SYNC §3, `hello`).
public struct Hello: Hashable, Sendable {
  /// The last op the server acked to this client; it tells a restored or cloned device apart.
  public struct Sent: Hashable, Sendable {
    /// Its place in the device's order.
    public var n: Int
    /// Its id.
    public var op: String

    /// Names the op.
    public init(n: Int, op: String) {
      self.n = n
      self.op = op
    }
  }

  /// The oldest and the newest version of the protocol the client speaks.
  public var protocolVersions: ClosedRange<Int>
  /// The client's name and version, for logs; may be empty.
  public var client: String
  /// The device's secret, for clients that can set neither header nor cookie.
  public var token: String?
  /// The random name of this installation's life: it changes when the device was restored.
  public var incarnation: String
  /// What the program would call the device. Servers take it and do nothing with it: a device has the name that
  /// it got at pairing, or from its owner since.
  public var deviceName: String?
  /// The library; nil asks for the account's own.
  public var library: String?
  /// The epoch that `cursor` belongs to; nil before the first sync.
  public var epoch: String?
  /// The last sequence the client has applied; 0: nothing.
  public var cursor: Int
  /// The last op acked to this client, nil before the first.
  public var sent: Sent?
  /// Whether `changes` are wanted as they happen.
  public var isLive: Bool
  /// The client's clock in milliseconds since 1970 UTC; 0: none. Servers take it and do nothing with it: a device
  /// sees by `Welcome.clock` how wrong its own is, corrects by that what it writes, and tells its person.
  public var clock: Int
  /// The version of the library's kinds and fields the client knows, for logs. Nothing depends on it: they are
  /// only ever added to, and whoever does not know one keeps it (SYNC §3, *Schema*).
  public var schema: Int

  /// Makes a hello; what is left out takes the protocol's default.
  public init(
    protocolVersions: ClosedRange<Int> = protocolVersionMin...protocolVersion, client: String,
    token: String? = nil, incarnation: String, deviceName: String? = nil, library: String? = nil,
    epoch: String? = nil, cursor: Int = 0, sent: Sent? = nil, isLive: Bool = true, clock: Int,
    schema: Int = 1
  ) {
    self.protocolVersions = protocolVersions
    self.client = client
    self.token = token
    self.incarnation = incarnation
    self.deviceName = deviceName
    self.library = library
    self.epoch = epoch
    self.cursor = cursor
    self.sent = sent
    self.isLive = isLive
    self.clock = clock
    self.schema = schema
  }
}

extension Hello: Payload {
  static let type = "hello"

  init(_ members: Members) throws(WireError) {
    protocolVersions = try Self.versions(members)
    // Nothing but words depends on these three, so a client may leave them out.
    client = try members.optionalText("client") ?? ""
    clock = try members.optionalInt("clock", in: -JSONValue.integerMax...JSONValue.integerMax) ?? 0
    schema = try members.optionalInt("schema", in: 1...JSONValue.integerMax) ?? 1
    token = try members.optionalText("token")
    let device = try members.members("device")
    incarnation = try device.identifier("incarnation")
    deviceName = try device.optionalText("name")
    library = try members.optionalIdentifier("library")
    epoch = try members.optionalText("epoch")
    cursor = try members.count("cursor")
    isLive = try members.optionalBool("live") ?? true
    if let last = try members.optionalMembers("sent") {
      sent = Sent(n: try last.int("n", in: 1...JSONValue.integerMax), op: try last.text("op"))
    }
  }

  private static func versions(_ members: Members) throws(WireError) -> ClosedRange<Int> {
    let pair = try members.array("protocol").map(\.int)
    guard pair.count == 2, let low = pair[0], let high = pair[1] else {
      throw .wrongType(member: "protocol", expected: "an array of two whole numbers")
    }
    guard low >= 1, low <= high else { throw .outOfRange(member: "protocol") }
    return low...high
  }

  var members: JSONObject {
    var device: JSONObject = ["incarnation": .string(incarnation)]
    device["name"] = deviceName.map(JSONValue.string)
    var object: JSONObject = [
      "protocol": [.int(protocolVersions.lowerBound), .int(protocolVersions.upperBound)],
      "client": .string(client), "device": .object(device), "cursor": .int(cursor),
      "live": .bool(isLive), "clock": .int(clock), "schema": .int(schema),
    ]
    object["token"] = token.map(JSONValue.string)
    object["library"] = library.map(JSONValue.string)
    object["epoch"] = epoch.map(JSONValue.string)
    object["sent"] = sent.map { ["n": .int($0.n), "op": .string($0.op)] }
    return object
  }
}
