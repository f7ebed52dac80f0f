import Library
package import Navigation
package import Store
package import Wire

/// Links from device to device (NAVIGATION §3.7).
extension SyncHub {
  /// Why a link could not be sent at all.
  package enum LinkFault: Error {
    /// It is no link, for this reason.
    case link(LinkError)
    /// The account has no such device, or it was removed.
    case device
    /// It could not be kept.
    case storage(StoreError)
  }

  /// Takes a link from a client.
  mutating func send(
    _ send: LinkSend, from device: String, by id: SessionID, of account: String, now: Int,
    _ outputs: inout [HubOutput]
  ) throws(SessionFault) {
    let record = LinkRecord(
      LinkKey(from: device, id: send.id), to: send.to, link: send.link, lib: send.lib, at: now,
      state: LinkState.State.sent.rawValue)
    do throws(LinkFault) {
      let again = try take(record, of: account, now: now)
      guard let again else { return promise(.link(record.key), to: id, of: account) }
      outputs.append(
        .send(id, EncodedMessage(.scene(.linkState(LinkState(id: send.id, state: again))))))
    } catch {
      let reason: LinkRefused.Reason
      switch error {
      case .link: reason = .link
      case .device: reason = .device
      case .storage(let error): throw .storage(error)
      }
      outputs.append(
        .send(id, EncodedMessage(.scene(.linkRefused(LinkRefused(id: send.id, reason: reason))))))
    }
  }

  /// Asks a device of `account` to open `link`, for the person at the server's command line. Returns
  /// how far it is, once that is durable.
  /// - Throws: `LinkFault`; nothing was sent then.
  package mutating func open(
    _ link: String, on device: String, of account: String, as id: String, now: Int
  ) throws(LinkFault) -> (state: LinkState.State, outputs: [HubOutput]) {
    do throws(StoreError) { try loadScenes(of: account) } catch { throw .storage(error) }
    let record = LinkRecord(
      LinkKey(from: Author.server, id: id), to: device, link: link, lib: 0, at: now,
      state: LinkState.State.sent.rawValue)
    var outputs: [HubOutput] = []
    if let again = try take(record, of: account, now: now) { return (again, outputs) }
    do throws(StoreError) {
      try save(account)
    } catch {
      scenes[account]?.desk.fail(record.key, now: now)
      throw .storage(error)
    }
    deliver(record.key, of: account, isKept: true, now: now, &outputs)
    announce(account, &outputs)
    return (scenes[account]?.desk[record.key]?.state ?? .expired, outputs)
  }

  /// How far the link is that the command line sent as `id`; nil when nobody remembers it.
  package func state(ofLink id: String, of account: String) -> LinkState.State? {
    scenes[account]?.desk[LinkKey(from: Author.server, id: id)]?.state
  }

  /// Takes a link that is one, for a device that there is. Returns the state of the one it repeats.
  private mutating func take(
    _ record: LinkRecord, of account: String, now: Int
  ) throws(LinkFault) -> LinkState.State? {
    do throws(LinkError) { _ = try Link(parsing: record.link) } catch { throw .link(error) }
    // All devices of the account are known; to look for one where it is stored would take longer.
    let devices: [DeviceRecord]
    do throws(StoreError) {
      devices = try store.devices(of: account)
    } catch {
      throw .storage(error)
    }
    guard devices.contains(where: { $0.id == record.to && $0.revoked == nil }) else {
      throw .device
    }
    return scenes[account]?.desk.send(record, now: now)
  }

  // MARK: On its way

  /// Hands a link to its device, if that is there; its sender hears how far it is either way. One that
  /// could not be kept, and whose device is away, has come to its end.
  mutating func deliver(
    _ key: LinkKey, of account: String, isKept: Bool, now: Int, _ outputs: inout [HubOutput]
  ) {
    guard let device = scenes[account]?.desk[key]?.record.to else { return }
    scenes[account]?.desk.ready(key)
    deliverLinks(to: openSessions[device, default: []].sorted(), &outputs)
    // That it is delivered is news, of which its sender hears.
    guard let link = scenes[account]?.desk[key], link.state == .sent else { return }
    if isKept {
      tell(link, to: openSessions[key.from, default: []].sorted(), of: account, &outputs)
    } else {
      scenes[account]?.desk.fail(key, now: now)
    }
  }

  /// Hands the links that wait for a device to those of its connections, each of them once. It may have many:
  /// a link is looked for, and encoded, once for all.
  mutating func deliverLinks(to ids: [SessionID], _ outputs: inout [HubOutput]) {
    let there = listening(ids)
    guard let membership = there.first.flatMap({ sessions[$0]?.membership }) else { return }
    let links = scenes[membership.account]?.desk.shown(to: membership.device) ?? []
    for link in links {
      let unaware = there.filter { sessions[$0]?.shownLinks.contains(link.serial) == false }
      guard !unaware.isEmpty else { continue }
      outputs.append(
        .broadcast(unaware, EncodedMessage(.scene(.linkIncoming(link.incoming)))))
      scenes[membership.account]?.desk.delivered(link.key)
    }
    let shown = Set(links.map(\.serial))
    for id in there { sessions[id]?.shownLinks = shown }
  }

  /// Tells a link's sender how far it is, by those of its connections that can take it.
  mutating func tell(
    _ link: LinkDesk.Link, to ids: [SessionID], of account: String, _ outputs: inout [HubOutput]
  ) {
    let there = listening(ids)
    for state in link.states where !there.isEmpty {
      outputs.append(.broadcast(there, EncodedMessage(.scene(.linkState(state)))))
    }
    // At the command line, whoever asks is told.
    if !there.isEmpty || link.key.from == Author.server { scenes[account]?.desk.told(link.key) }
  }

  private func listening(_ ids: [SessionID]) -> [SessionID] {
    ids.filter { sessions[$0]?.isCongested == false && sessions[$0]?.membership != nil }
  }
}
