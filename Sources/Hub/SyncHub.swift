import DequeModule
import Library
package import Store
import Wire

/// Where everything about the libraries meets: it orders and merges what devices push, keeps it,
/// answers, and tells all who listen (SYNC §2, §3).
///
/// Deterministic: events in, outputs out. It has no clock, no randomness and no sockets, and holds
/// no state of a library that the store does not: only who is connected, what waits, and where windows
/// are. Whoever owns one calls it from one place at a time.
///
/// What it guarantees:
/// - an ack, and a `changes` message, come only after the commit that they tell of is durable;
/// - from its `welcome` on a live connection gets every commit, in order, without a gap, or `behind`;
/// - on one connection the ack of a push comes before the `changes` it made;
/// - a message or an operation that is wrong disturbs nobody but its sender.
package struct SyncHub {
  let store: any LibraryStore & SceneStore & BlobStore
  /// Told apart from an earlier start in the names of sessions.
  let instance: String

  var sessions: [SessionID: Session] = [:]
  /// Which of them each device has open.
  var openSessions: [String: Set<SessionID>] = [:]
  /// Live sessions that have dropped `changes` since they were congested, or would, by library.
  var congested: [String: Set<SessionID>] = [:]
  /// Open sessions that want `changes` and can take them, by library, in order.
  var audiences: [String: [SessionID]] = [:]
  /// Pushes and edits that wait for the next commit, in order of arrival.
  var waiting: Deque<WaitingPush> = []
  var waitingByteCount = 0
  var isCommitDue = false
  /// When devices were last connected, as far as it is not noted yet.
  var seen: [String: Int] = [:]
  var seenNotedAt = 0
  /// When Trash is to be looked through again.
  var purgeDue = 0
  /// Orders in which long keys are left after a commit, by library: a tick goes on with them. After a
  /// restart the next long key there does.
  var unbalanced: [String: Set<Rebalance.Order>] = [:]
  /// Windows and links, by account, of the accounts that anybody has said hello to.
  var scenes: [String: AccountScenes] = [:]
  var scenesSavedAt = 0
  /// What waits for the next commit to be durable, in order.
  var promises: [(promise: ScenePromise, session: SessionID, account: String)] = []

  /// Pushes and server edits that wait for a commit.
  package var waitingCount: Int { waiting.count }

  /// Whether as much waits as a commit takes: what comes now can only wait for a later one.
  package var isFull: Bool {
    waiting.count >= Limits.commitOperationCountMax || waitingByteCount >= Limits.commitByteCountMax
  }

  /// Makes a hub over `store`; `instance` is a short text that is new at each start.
  package init(store: any LibraryStore & SceneStore & BlobStore, instance: String) {
    self.store = store
    self.instance = instance
  }

  /// Takes one event at `now` (milliseconds since 1970 UTC) and says what to do about it.
  package mutating func handle(_ event: HubEvent, now: Int) -> [HubOutput] {
    var outputs: [HubOutput] = []
    switch event {
    case .connected(let id, let secret):
      sessions[id] = Session(stage: .greeting(secret: secret, since: now))
    case .received(let id, let message, let byteCount, let secret):
      do throws(SessionFault) {
        try receive(message, byteCount: byteCount, secret: secret, from: id, now: now, &outputs)
      } catch {
        close(id, error, now: now, &outputs)
      }
    case .disconnected(let id):
      forget(id, now: now)
    case .congested(let id):
      congest(id)
    case .drained(let id):
      drain(id, now: now, &outputs)
    case .edit(let edit):
      accept(edit, &outputs)
    case .commit:
      keepPromises(now: now, &outputs)
      commit(now: now, &outputs)
    case .tick:
      tick(now: now, &outputs)
    }
    return outputs
  }

  private mutating func receive(
    _ message: ClientMessage, byteCount: Int, secret: SecretHash?, from id: SessionID, now: Int,
    _ outputs: inout [HubOutput]
  ) throws(SessionFault) {
    // What was under way when the hub closed the connection is nobody's any more.
    guard let session = sessions[id] else { return }
    switch message {
    case .hello(let hello):
      outputs.append(try greet(hello, secret: secret, session: id, now: now))
      deliverLinks(to: [id], &outputs)
      announce(sessions[id]?.membership?.account ?? "", &outputs)
    case .ping(let ping):
      outputs.append(.send(id, EncodedMessage(.pong(Pong(at: ping.at, now: now)))))
    case .pong, .unknown:
      break
    case .scene(let request):
      try accept(request, from: id, now: now, &outputs)
    case .pull(let pull):
      guard session.membership != nil else { throw .beforeHello("pull") }
      try accept(pull, from: id, &outputs)
    case .push(let push):
      guard session.membership != nil else { throw .beforeHello("push") }
      try accept(push, byteCount: byteCount, from: id, &outputs)
    }
  }
}

// MARK: Coming and going

extension SyncHub {
  /// Tells a client what it did wrong, and lets it go.
  mutating func close(
    _ id: SessionID, _ fault: SessionFault, now: Int, _ outputs: inout [HubOutput]
  ) {
    guard sessions[id] != nil else { return }
    let notice = ErrorNotice(
      fault.closeCode, fault.message, retryAfterMilliseconds: fault.retryAfterMilliseconds)
    outputs.append(.send(id, EncodedMessage(.error(notice))))
    outputs.append(.close(id, fault.closeCode, reason: fault.message))
    forget(id, now: now)
    dropWaiting(of: id)
  }

  /// Drops all that is kept of a connection, but not its pushes: they came, so they are saved, unless they
  /// follow on one that was not.
  private mutating func forget(_ id: SessionID, now: Int) {
    guard let session = sessions.removeValue(forKey: id), let membership = session.membership
    else { return }
    if session.hasStrayed { dropWaiting(of: id) }
    unlisten(id, library: membership.library)
    forgetScenes(of: id, membership)
    openSessions[membership.device]?.remove(id)
    if openSessions[membership.device]?.isEmpty == true { openSessions[membership.device] = nil }
    seen[membership.device] = now
  }

  private mutating func tick(now: Int, _ outputs: inout [HubOutput]) {
    let late = sessions.filter { _, session in
      guard case .greeting(_, let since) = session.stage else { return false }
      // Either way: a clock may be set back, too.
      return abs(now - since) >= Wire.Limits.helloTimeoutMilliseconds
    }
    for id in late.keys.sorted() { close(id, .helloTimeout, now: now, &outputs) }
    keepHouse(now: now, &outputs)
    goOnBalancing(now: now, &outputs)
    passScenes(now: now, &outputs)
    guard !seen.isEmpty, abs(now - seenNotedAt) >= Limits.seenIntervalMilliseconds else { return }
    seenNotedAt = now
    do throws(StoreError) {
      // What a clock that was ahead has said since is about now.
      try store.note(seen: seen.mapValues { min($0, now) })
      seen = [:]
    } catch {
      // It is said again next time; no edit waits for it.
    }
  }
}

// MARK: Who listens

extension SyncHub {
  /// Adds a session to those who get a library's `changes`.
  mutating func listen(_ id: SessionID, library: String) {
    let place = position(of: id, in: audiences[library] ?? [])
    audiences[library, default: []].insert(id, at: place)
  }

  /// Takes a session out again, if it was in.
  mutating func unlisten(_ id: SessionID, library: String) {
    congested[library]?.remove(id)
    guard let audience = audiences[library] else { return }
    let place = position(of: id, in: audience)
    guard place < audience.count, audience[place] == id else { return }
    audiences[library]?.remove(at: place)
  }

  /// Where `id` stands, or would stand, among `audience`. In order, because the same events must
  /// give the same outputs.
  private func position(of id: SessionID, in audience: [SessionID]) -> Int {
    var (low, high) = (0, audience.count)
    while low < high {
      let middle = (low + high) / 2
      if audience[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func congest(_ id: SessionID) {
    sessions[id]?.isCongested = true
    congestScenes(id)
    guard let membership = sessions[id]?.membership, membership.isLive else { return }
    #if MUTANTS
      if Mutant.isOn(.stalledFlooded) { return }
    #endif
    unlisten(id, library: membership.library)
    congested[membership.library, default: []].insert(id)
  }

  /// Notes that those who cannot take messages now miss a commit to `library`.
  mutating func markBehind(_ library: String) {
    for id in congested[library] ?? [] { sessions[id]?.isBehind = true }
  }
}
