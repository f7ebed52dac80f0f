import Hub
import Interchange
import Library
import Store

/// What can be done to a server's accounts, devices and libraries beside syncing: the one set of
/// functions behind the command line, the control socket and the HTTP routes.
///
/// Calls block until they are durable. They may come from any thread but a loop's or the hub's.
struct Administration: Sendable {
  let directory: DataDirectory
  let hub: HubActor
  let store: SQLiteStore
  let clock: @Sendable () -> Int
  let pairingCodeLifetimeMilliseconds: Int
  /// What pairing links start with: `http://127.0.0.1:8080`.
  let baseURL: String
  /// Whether that is an address that the owner has named.
  let isPublished: Bool
  /// Whether the addresses in links are listened on.
  let isServing: Bool
  /// Tells that the server stops.
  let readiness: Readiness

  /// Does what the command line asks for.
  /// - Throws: `AdministrationError`, `StoreError`: each a sentence for a person.
  func perform(_ command: AdministrationCommand) throws -> AdministrationReply {
    switch command {
    case .addDevice(let name):
      let (device, token) = try addDevice(name: name)
      return AdministrationReply([
        "id": .string(device.id), "name": .string(device.name), "token": .string(token.text),
      ])
    case .listDevices:
      return AdministrationReply(["devices": .array(try devices().map(\.json))])
    case .revokeDevice(let id):
      return AdministrationReply(["name": .string(try revokeDevice(id).name)])
    case .pair:
      let code = try addPairingCode()
      return AdministrationReply([
        "code": .string(code.text), "link": .string(link(code)), "running": .bool(isServing),
      ])
    case .importFile(_, let bytes, let isDry, let answers):
      return AdministrationReply(try importFile(bytes, isDry: isDry, answers: answers))
    case .export(let name):
      return AdministrationReply(body: try export(ExportFormat(fileName: name)))
    case .pictures(let ids):
      return AdministrationReply(body: Pieces.joined(try pictures(ids)))
    case .keepPictures(let pictures):
      return AdministrationReply(try keepPictures(pictures))
    case .backUp(let path, let folder, let replaces):
      guard FileIdentity(ofFolderHolding: path) == folder else {
        throw AdministrationError.elsewhere(path)
      }
      return AdministrationReply(try backUp(to: path, replaces: replaces).json)
    case .openLink(let link, let device):
      return AdministrationReply(try openLink(link, on: device).json)
    case .linkState(let id):
      return AdministrationReply(["state": try linkState(id).map(JSONValue.string) ?? .null])
    case .check:
      return AdministrationReply(["findings": .array(try store.findings().map(JSONValue.string))])
    }
  }

  /// The owner; the first start makes one, with a library.
  func owner() throws(StoreError) -> (account: AccountRecord, library: LibraryRecord) {
    let now = clock()
    return try hub.sync { actor throws(StoreError) in
      if let owner = try actor.hub.owner() { return owner }
      let account = AccountRecord(id: SecureRandom.identifier(), name: "Owner", created: now)
      let library = LibraryRecord(
        id: SecureRandom.identifier(), account: account.id, name: "Library",
        epoch: SecureRandom.identifier(), created: now)
      try actor.hub.setUp(account, with: library)
      return (account, library)
    }
  }
}

// MARK: Devices

extension Administration {
  /// Every device of the owner, the revoked ones included, oldest first.
  func devices() throws(StoreError) -> [DeviceRecord] {
    let (account, now) = (try owner().account.id, clock())
    return try hub.sync { actor throws(StoreError) in
      try actor.hub.devices(of: account, now: now)
    }
  }

  /// Adds a device that carries a token.
  func addDevice(name: String) throws -> (device: DeviceRecord, token: DeviceToken) {
    guard let name = DeviceName.checked(name) else { throw AdministrationError.badName }
    let device = DeviceRecord(
      id: SecureRandom.identifier(), account: try owner().account.id, name: name, created: clock())
    let token = DeviceToken()
    let secret = SecretHash(token.hash)
    try hub.sync { actor throws(StoreError) in try actor.add(device, secret: secret) }
    return (device, token)
  }

  /// Calls a device by another name; connected devices hear it when they next say hello.
  func renameDevice(_ id: String, to name: String) throws -> DeviceRecord {
    guard let name = DeviceName.checked(name) else { throw AdministrationError.badName }
    let account = try owner().account.id
    guard Identifier.isValid(id),
      try hub.sync({ actor throws(StoreError) in
        try actor.rename(id, of: account, to: name)
      }), let device = try store.device(id)
    else { throw AdministrationError.unknownDevice(id) }
    return device
  }

  /// Takes a device's token away and closes its connections.
  func revokeDevice(_ id: String) throws -> DeviceRecord {
    let account = try owner().account.id
    guard Identifier.isValid(id),
      try hub.sync({ actor throws(StoreError) in try actor.revoke(id, of: account) }),
      let device = try store.device(id)
    else { throw AdministrationError.unknownDevice(id) }
    return device
  }

  /// Whom `secret` stands for.
  func identify(_ secret: SecretHash) throws(StoreError) -> SyncHub.Identity? {
    try hub.sync { actor throws(StoreError) in try actor.hub.identify(secret) }
  }

  /// Whom the first good one of `tokens` stands for.
  func identify(
    _ tokens: [DeviceToken]
  ) throws(StoreError) -> (identity: SyncHub.Identity, token: DeviceToken)? {
    for token in tokens {
      if let identity = try identify(SecretHash(token.hash)) { return (identity, token) }
    }
    return nil
  }
}

// MARK: Pairing

extension Administration {
  /// Makes a code that pairs one device of the owner.
  func addPairingCode() throws(StoreError) -> PairingCode {
    let code = PairingCode()
    _ = try keep(code, by: nil)
    return code
  }

  /// The same for the device that holds `secret`; nil where that was taken away by now, and all codes with it.
  func addPairingCode(by secret: SecretHash) throws(StoreError) -> PairingCode? {
    let code = PairingCode()
    return try keep(code, by: secret) ? code : nil
  }

  private func keep(_ code: PairingCode, by holder: SecretHash?) throws(StoreError) -> Bool {
    let (account, now) = (try owner().account.id, clock())
    let (secret, expires) = (SecretHash(code.hash), now + pairingCodeLifetimeMilliseconds)
    return try hub.sync { actor throws(StoreError) in
      if let holder, try actor.hub.identify(holder) == nil { return false }
      try actor.addPairingCode(secret, to: account, expires: expires, now: now)
      return true
    }
  }

  /// The link that carries `code`; what follows `#` never reaches a server or its log.
  func link(_ code: PairingCode) -> String { "\(baseURL)/pair#\(code.text)" }

  /// Makes a device out of a pairing code, once; nil where the code is used up, expired or none.
  func redeem(
    _ code: PairingCode, name: String
  ) throws(StoreError) -> (identity: SyncHub.Identity, token: DeviceToken)? {
    let token = DeviceToken()
    return try redeem(code, name: name, secret: SecretHash(token.hash)).map { ($0, token) }
  }

  /// The same for a device that brings a secret of its own.
  func redeem(
    _ code: PairingCode, device: String = SecureRandom.identifier(), name: String,
    secret: SecretHash
  ) throws(StoreError) -> SyncHub.Identity? {
    let (code, now) = (SecretHash(code.hash), clock())
    let lifetime = pairingCodeLifetimeMilliseconds
    return try hub.sync { actor throws(StoreError) in
      try actor.redeem(
        code, device: device, name: name, secret: secret, now: now, lifetime: lifetime)
    }
  }
}

extension DeviceRecord {
  /// The device as routes and the command line show it.
  var json: JSONValue {
    var members: JSONObject = [
      "id": .string(id), "name": .string(name), "created": .int(created),
    ]
    members["seen"] = seen.map(JSONValue.int)
    members["revoked"] = revoked.map(JSONValue.int)
    return .object(members)
  }
}
