import Hub
import Library
import Navigation
import Store
import Wire

/// Opening links on a device, as its owner asks for at the command line (NAVIGATION §3.7).
extension Administration {
  /// Asks the device that is called `device`, by id or by name, to open `link`: the link itself, or the
  /// address of a page of ours. It waits for a device that is away.
  /// - Throws: `AdministrationError`, `StoreError`; nothing was sent then.
  func openLink(_ link: String, on device: String) throws -> SentLink {
    let target = try self.device(called: device)
    let (id, path) = (SecureRandom.identifier(), Self.path(of: link))
    let account = try owner().account.id
    do throws(SyncHub.LinkFault) {
      let state = try hub.sync { actor throws(SyncHub.LinkFault) in
        try actor.open(path, on: target.id, of: account, as: id)
      }
      return SentLink(id: id, device: target, state: state)
    } catch {
      switch error {
      case .link(let reason): throw AdministrationError.noLink(link, reason)
      case .device: throw AdministrationError.unknownDevice(device)
      case .storage(let error): throw error
      }
    }
  }

  /// How far the link is that was sent as `id`; nil when that is forgotten.
  func linkState(_ id: String) throws(StoreError) -> String? {
    let account = try owner().account.id
    return hub.sync { actor in actor.hub.state(ofLink: id, of: account) }?.rawValue
  }

  /// The one device with access whose id this is, or whose name.
  private func device(called name: String) throws -> DeviceRecord {
    let devices = try devices().filter { $0.revoked == nil }
    if let device = devices.first(where: { $0.id == name }) { return device }
    let named = devices.filter { $0.name.lowercased() == name.lowercased() }
    guard named.count <= 1 else {
      throw AdministrationError.ambiguousDevice(name, named.map(\.id))
    }
    guard let device = named.first else { throw AdministrationError.unknownDevice(name) }
    return device
  }

  /// The link in the address of a page, as a browser shows it; anything else is itself.
  private static func path(of link: String) -> String {
    for scheme in ["http://", "https://"] where link.hasPrefix(scheme) {
      let rest = link.dropFirst(scheme.count)
      return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }
    return link
  }
}

/// A link that was sent from the command line.
struct SentLink: Sendable {
  /// Its own name.
  let id: String
  /// The device that is to open it.
  let device: DeviceRecord
  /// How far it is.
  let state: LinkState.State

  /// The link as the control socket tells of it.
  var json: JSONValue {
    [
      "id": .string(id), "device": .string(device.id), "name": .string(device.name),
      "state": .string(state.rawValue),
    ]
  }
}

extension LinkError {
  /// What is wrong with a link: part of a sentence.
  var reason: String {
    switch self {
    case .form: "it must be like /library/all/book/ID or /search?q=dune"
    case .encoding: "a % in it stands for no character"
    case .tab: "it must begin with /library, /search, /feed or /settings"
    case .list: "it names no list"
    case .route: "it names nothing that opens"
    case .order: "its parts stand where they may not"
    }
  }
}
