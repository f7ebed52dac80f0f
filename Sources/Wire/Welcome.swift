import Library

/// The server's answer to `hello`: who the client is here, and how it goes on (SYNC §3, `welcome`).
public struct Welcome: Hashable, Sendable {
  /// How the client goes on from its cursor.
  public enum Resume: String, Hashable, Sendable, CaseIterable {
    /// The cursor stands: pull from it, push what waits.
    case ok
    /// The server was restored: pull from 0 and push again every op still kept.
    case reset
    /// The device was restored or cloned: take a new incarnation, keep the queue, n starts at 1.
    case fork
  }

  /// The library the connection is bound to.
  public struct LibraryState: Hashable, Sendable {
    /// Its id.
    public var id: String
    /// Its name, for a person.
    public var name: String
    /// Which life of the database this is; a restore makes a new one.
    public var epoch: String
    /// The last sequence committed.
    public var head: Int
    /// The head at the last completed backup: acked ops up to it need not be kept by clients.
    public var watermark: Int

    /// Makes a library's state.
    public init(id: String, name: String, epoch: String, head: Int, watermark: Int) {
      self.id = id
      self.name = name
      self.epoch = epoch
      self.head = head
      self.watermark = watermark
    }
  }

  /// A device of the account, by the name a person gave it.
  public struct Device: Hashable, Sendable {
    /// Its id.
    public var id: String
    /// Its name.
    public var name: String

    /// Makes a device.
    public init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// The version both sides speak from here on.
  public var protocolVersion: Int
  /// The connection's name in the server's log.
  public var session: String
  /// The account's id.
  public var account: String
  /// The library.
  public var library: LibraryState
  /// The device that said hello.
  public var device: Device
  /// The last n recorded for this device and incarnation; 0 for a new one.
  public var lastN: Int
  /// All devices of the account, so that a conflict can say whose edit it shows.
  public var devices: [Device]
  /// The time in the library, in milliseconds since 1970 UTC: the server's clock, or where that was ahead
  /// once and is behind now, the last time at which something was written. What `at` is told by.
  public var clock: Int
  /// What the server's clock shows: what days and ages are told by. Nil from a server that does not say.
  public var now: Int?
  /// The bounds this server holds the client to.
  public var limits: SessionLimits
  /// How the client goes on from its cursor.
  public var resume: Resume

  /// Makes a welcome.
  public init(
    protocolVersion: Int, session: String, account: String, library: LibraryState, device: Device,
    lastN: Int, devices: [Device], clock: Int, now: Int? = nil,
    limits: SessionLimits = SessionLimits(), resume: Resume
  ) {
    self.protocolVersion = protocolVersion
    self.session = session
    self.account = account
    self.library = library
    self.device = device
    self.lastN = lastN
    self.devices = devices
    self.clock = clock
    self.now = now
    self.limits = limits
    self.resume = resume
  }
}

extension Welcome: Payload {
  static let type = "welcome"

  init(_ members: Members) throws(WireError) {
    protocolVersion = try members.int("protocol", in: 1...JSONValue.integerMax)
    session = try members.text("session")
    account = try members.text("account")
    library = try LibraryState(members.members("library"))
    let own = try members.members("device")
    device = try Device(own)
    lastN = try own.count("n")
    devices =
      members.object["devices"] == nil
      ? [] : try members.list("devices") { each throws(WireError) in try Device(each) }
    clock = try members.count("clock")
    now = try members.optionalInt("now", in: 0...JSONValue.integerMax)
    limits = try SessionLimits(members.optionalMembers("limits"))
    guard let resume = Resume(rawValue: try members.text("resume")) else {
      throw .outOfRange(member: "resume")
    }
    self.resume = resume
  }

  var members: JSONObject {
    var members: JSONObject = [
      "protocol": .int(protocolVersion), "session": .string(session), "account": .string(account),
      "library": [
        "id": .string(library.id), "name": .string(library.name), "epoch": .string(library.epoch),
        "head": .int(library.head), "watermark": .int(library.watermark),
      ],
      "device": ["id": .string(device.id), "name": .string(device.name), "n": .int(lastN)],
      "devices": .array(devices.map { ["id": .string($0.id), "name": .string($0.name)] }),
      "clock": .int(clock), "limits": limits.json, "resume": .string(resume.rawValue),
    ]
    members["now"] = now.map(JSONValue.int)
    return members
  }
}

extension Welcome.LibraryState {
  init(_ members: Members) throws(WireError) {
    id = try members.identifier("id")
    name = try members.text("name", byteCountMax: Limits.libraryNameByteCountMax)
    epoch = try members.text("epoch")
    head = try members.count("head")
    watermark = try members.count("watermark")
  }
}

extension Welcome.Device {
  init(_ members: Members) throws(WireError) {
    id = try members.identifier("id")
    name = try members.text("name", byteCountMax: Limits.libraryNameByteCountMax)
  }
}
