import Navigation
import Store
import Wire

/// The links of one account that are on their way from device to device (NAVIGATION §3.7): sent →
/// delivered → opened, dismissed, expired or blocked.
///
/// Pure: time is an argument. Links whose sender must hear gather in `news`, those to be written in
/// `unsaved`.
struct LinkDesk {
  /// One link.
  struct Link {
    var record: LinkRecord
    var state: LinkState.State
    /// Names it for as long as the process runs: another that comes under its key is another.
    let serial: Int
    /// Whether it may go to its device: it is durable, or the disk keeps nothing.
    var isReady = false
    /// Whether the sender has heard of the state.
    var isTold = false
    /// When nothing more could become of it.
    var settled: Int?

    var key: LinkKey { record.key }

    /// The message to its device.
    var incoming: LinkIncoming {
      LinkIncoming(
        id: key.id, from: key.from, link: record.link, lib: record.lib, at: record.at)
    }

    /// The messages to its sender, one for each id that it has.
    var states: [LinkState] {
      ([key.id] + record.repeats).map { LinkState(id: $0, state: state) }
    }
  }

  /// All of them, oldest first: ten that wait for each device, and as many that are settled.
  private(set) var links: [Link] = []
  private var news: [LinkKey] = []
  /// The devices that may have a link to be shown now that another is settled.
  private var freed: Set<String> = []
  private var serial = 0
  private(set) var unsaved: Set<LinkKey> = []

  /// A desk with what was kept.
  init(_ holdings: SceneHoldings) {
    for record in holdings.links {
      guard let state = LinkState.State(rawValue: record.state) else { continue }
      add(record, state)
      links[links.count - 1].isReady = true
      links[links.count - 1].settled = state.isFinal ? record.at : nil
    }
  }

  private mutating func add(_ record: LinkRecord, _ state: LinkState.State) {
    serial += 1
    links.append(Link(record: record, state: state, serial: serial))
  }

  /// The links whose senders must hear how far they are; from then on they are no news.
  mutating func takeNews() -> [LinkKey] {
    defer { news = [] }
    return news
  }

  /// The devices to which links may go that had to wait for another's end; from then on they are no
  /// news.
  mutating func takeFreed() -> [String] {
    defer { freed = [] }
    return freed.sorted()
  }

  /// The link `key`, as long as it is remembered.
  subscript(key: LinkKey) -> Link? { links.first { $0.key == key } }

  // MARK: The way of a link

  /// Takes a link. Returns the state of the one it repeats: the same id, or the same link of the same
  /// sender within five seconds; nil where it is new, and so must be durable before it is said to be
  /// sent.
  mutating func send(_ record: LinkRecord, now: Int) -> LinkState.State? {
    if let index = links.firstIndex(where: { $0.isRepeated(by: record) }) {
      let link = links[index]
      let isNewName = link.key != record.key && !link.record.repeats.contains(record.key.id)
      if isNewName, !link.state.isFinal, link.record.repeats.count < Limits.linkRepeatsMax {
        links[index].record.repeats.append(record.key.id)
        unsaved.insert(link.key)
      }
      return link.state
    }
    add(record, .sent)
    unsaved.insert(record.key)
    let waiting = links.filter { $0.record.to == record.to && !$0.state.isFinal }
    if waiting.count > Limits.linksPerDeviceMax { settle(waiting[0].key, .expired, now: now) }
    return nil
  }

  /// The links that wait for `device`, oldest first.
  func waiting(for device: String) -> [Link] {
    links.filter { $0.record.to == device && !$0.state.isFinal }
  }

  /// Those of them that the device is to see, oldest first. Where two senders chose one id, an answer
  /// names both: the later link stays at home until the earlier one has come to its end.
  func shown(to device: String) -> [Link] {
    var ids: Set<String> = []
    return waiting(for: device).filter { link in
      ids.insert(link.key.id).inserted && link.isReady
    }
  }

  /// The link may go to its device.
  mutating func ready(_ key: LinkKey) {
    guard let index = links.firstIndex(where: { $0.key == key }) else { return }
    links[index].isReady = true
  }

  /// The links of `device` of which it must hear: those under way, and those settled while it was away.
  func sent(by device: String) -> [Link] {
    links.filter { $0.key.from == device && !($0.state.isFinal && $0.isTold) }
  }

  /// The link is at its device, which has not answered yet.
  mutating func delivered(_ key: LinkKey) {
    change(key) { link in
      guard link.state == .sent else { return false }
      link.state = .delivered
      return true
    }
  }

  /// What `device` did with the link that it knows as `id`. For what it was not shown, or has answered,
  /// it changes nothing.
  mutating func answer(_ answer: LinkAnswer, by device: String, now: Int) {
    let state: LinkState.State =
      switch answer.answer {
      case .opened: .opened
      case .dismissed: .dismissed
      case .blocked: .blocked
      }
    let link = shown(to: device).first { $0.key.id == answer.id && $0.state == .delivered }
    if let link { settle(link.key, state, now: now) }
  }

  /// The sender has heard how far the link is.
  mutating func told(_ key: LinkKey) {
    guard let index = links.firstIndex(where: { $0.key == key }), !links[index].isTold else {
      return
    }
    links[index].isTold = true
    if links[index].state.isFinal { unsaved.insert(key) }
  }

  /// The link can not be kept, and is at nobody's.
  mutating func fail(_ key: LinkKey, now: Int) { settle(key, .expired, now: now) }

  /// Forgets what a device that was removed has sent, and what was sent to it.
  mutating func remove(_ device: String, now: Int) {
    for link in links where link.key.from == device { forget(link.key) }
    for link in waiting(for: device) { settle(link.key, .expired, now: now) }
  }

  /// Lets what has waited for its time expire, and forgets what everybody knows.
  mutating func pass(now: Int) {
    for link in links {
      if let settled = link.settled {
        let kept = link.isTold ? Limits.settledLinkMilliseconds : Limits.linkMilliseconds
        if now - settled >= kept { forget(link.key) }
      } else if now - link.record.at >= Limits.linkMilliseconds {
        settle(link.key, .expired, now: now)
      }
    }
  }

  private mutating func settle(_ key: LinkKey, _ state: LinkState.State, now: Int) {
    change(key) { link in
      link.state = state
      link.settled = now
      return true
    }
    guard let device = self[key]?.record.to else { return }
    freed.insert(device)
    let settled = links.filter { $0.record.to == device && $0.state.isFinal }
    if settled.count > Limits.linksPerDeviceMax { forget(settled[0].key) }
  }

  private mutating func change(_ key: LinkKey, _ body: (inout Link) -> Bool) {
    guard let index = links.firstIndex(where: { $0.key == key }), body(&links[index]) else {
      return
    }
    links[index].record.state = links[index].state.rawValue
    links[index].isTold = false
    unsaved.insert(key)
    news.append(key)
  }

  private mutating func forget(_ key: LinkKey) {
    if let device = self[key]?.record.to { freed.insert(device) }
    links.removeAll { $0.key == key }
    unsaved.insert(key)
  }

  // MARK: Saving

  /// Adds to `changes` what is not written yet; what everybody knows need not be kept.
  func addChanges(to changes: inout SceneChanges) {
    for key in unsaved.sorted() {
      if let link = self[key], !(link.state.isFinal && link.isTold) {
        changes.links.append(link.record)
      } else {
        changes.forgottenLinks.append(key)
      }
    }
  }

  /// Everything is written.
  mutating func saved() { unsaved = [] }
}

extension LinkDesk.Link {
  /// Whether `other` is this link again (NAVIGATION §3.7).
  fileprivate func isRepeated(by other: LinkRecord) -> Bool {
    guard key.from == other.key.from else { return false }
    if key.id == other.key.id || record.repeats.contains(other.key.id) { return true }
    return record.to == other.to && record.link.utf8.elementsEqual(other.link.utf8)
      && abs(record.at - other.at) <= Navigation.Limits.incomingRepeatMilliseconds
  }
}
