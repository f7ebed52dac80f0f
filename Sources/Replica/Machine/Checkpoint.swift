public import Library
public import Wire

/// How far a replica has come and who it is: the one record stored beside rows and ops.
public struct Checkpoint: Hashable, Sendable {
  /// The library, as the server named it.
  public struct LibraryName: Hashable, Sendable {
    /// Its id.
    public var id: String
    /// Its name, for a person.
    public var name: String
  }

  /// An epoch that no server has: for a cursor that belongs to none we know. It makes every server
  /// send all anew, and count what was made on it as having seen nothing.
  public static let unknownEpoch = "unknown"

  /// This installation's life; n counts within it.
  public var incarnation: String
  /// The last n given to an op.
  public var lastN = 0
  /// The last place given in the queue, across incarnations.
  public var lastOrder = 0
  /// The last op the server acked to us.
  public var sent: Hello.Sent?
  /// The life of the server's database that `cursor` belongs to, and `base` of every kept op that
  /// names no other.
  public var epoch: String?
  /// The last sequence applied.
  public var cursor = 0
  /// Whether the first sync has reached the head once.
  public var isComplete = false
  /// What the server's backups hold.
  public var watermark = 0
  /// The time in the library less our clock, in milliseconds.
  public var clockOffsetMilliseconds = 0
  /// The server's clock less ours, in milliseconds; nil where it does not tell.
  public var nowOffsetMilliseconds: Int?
  /// The account's id.
  public var account: String?
  /// The library this replica holds.
  public var library: LibraryName?
  /// This device, as the server knows it.
  public var device: Welcome.Device?
  /// All devices of the account.
  public var devices: [Welcome.Device] = []

  /// A replica that has met no server yet.
  public init(incarnation: String) { self.incarnation = incarnation }
}

extension Checkpoint {
  /// Reads the stored form.
  /// - Throws: `Problem.Code.malformed` when a member is missing or wrong.
  public init(json: JSONValue) throws(Problem) {
    guard let incarnation = json["incarnation"]?.string, let lastN = json["lastN"]?.int,
      let lastOrder = json["lastOrder"]?.int, let cursor = json["cursor"]?.int,
      let isComplete = json["complete"]?.bool, let watermark = json["watermark"]?.int,
      let offset = json["clockOffset"]?.int
    else { throw Problem(.malformed, "The stored checkpoint cannot be read.") }
    self.init(incarnation: incarnation)
    self.lastN = lastN
    self.lastOrder = lastOrder
    self.cursor = cursor
    self.isComplete = isComplete
    self.watermark = watermark
    clockOffsetMilliseconds = offset
    nowOffsetMilliseconds = json["nowOffset"]?.int
    if let n = json["sent"]?["n"]?.int, let op = json["sent"]?["op"]?.string {
      sent = Hello.Sent(n: n, op: op)
    }
    epoch = json["epoch"]?.string
    account = json["account"]?.string
    if let id = json["library"]?["id"]?.string {
      library = LibraryName(id: id, name: json["library"]?["name"]?.string ?? "")
    }
    device = json["device"].flatMap(Welcome.Device.init(stored:))
    devices = (json["devices"]?.array ?? []).compactMap(Welcome.Device.init(stored:))
  }

  /// The stored form, the same as in a browser.
  public var json: JSONValue {
    var members: JSONObject = [
      "incarnation": .string(incarnation), "lastN": .int(lastN), "lastOrder": .int(lastOrder),
      "sent": sent.map { ["n": .int($0.n), "op": .string($0.op)] } ?? nil,
      "epoch": epoch.map(JSONValue.string) ?? nil, "cursor": .int(cursor),
      "complete": .bool(isComplete), "watermark": .int(watermark),
      "clockOffset": .int(clockOffsetMilliseconds),
      "account": account.map(JSONValue.string) ?? nil,
      "library": library.map { ["id": .string($0.id), "name": .string($0.name)] } ?? nil,
      "device": device?.stored ?? nil, "devices": .array(devices.map(\.stored)),
    ]
    members["nowOffset"] = nowOffsetMilliseconds.map(JSONValue.int)
    return .object(members)
  }
}

extension Welcome.Device {
  fileprivate init?(stored: JSONValue) {
    guard let id = stored["id"]?.string, let name = stored["name"]?.string else { return nil }
    self.init(id: id, name: name)
  }

  fileprivate var stored: JSONValue { ["id": .string(id), "name": .string(name)] }
}
