import Dispatch
import Framing
import Hub
import Library
import Store
package import Transport
import Wire

/// The one owner of the hub: takes events in batches, and hands what comes of them to the loops, one
/// letter batch per loop.
///
/// Pushes that wait together share a commit: before each, everything in the mailbox is handled, unless enough
/// for a commit waits already, and what came of it is handed over before the next. So those who have their
/// acks send what comes next while others' pushes are committed.
package actor HubActor: QueueActor {
  /// The queue that the hub, its store and its sessions live on.
  package nonisolated let executor: QueueExecutor
  /// The hub; what is called on it directly must have no outputs.
  var hub: SyncHub
  private let clock: @Sendable () -> Int
  private let outboxes: [Mailbox<LoopLetter>]
  private var inbox: Mailbox<HubLetter>?
  private var meter: HubMeter
  /// What waits in the inbox and what is being handled.
  nonisolated let gauge = InboxGauge()
  /// Who may come in.
  nonisolated let paired: PairedSecrets
  private var ticker: (any DispatchSourceTimer)?
  private var editCount = 0
  /// What came of server edits that nobody has been told yet.
  private var edited: [Int: Result<[Ack.Result], StoreError>] = [:]
  private var isCommitDue = false
  /// Whether it is going on in a moment.
  private var isGoingOn = false
  /// After it no commit begins; nil while nobody stops the server.
  private var deadline: ContinuousClock.Instant?
  /// Whether nothing may be written any more: the data directory may be another process's.
  private(set) var isClosed = false

  /// Takes over `hub`. `clock` tells the milliseconds since 1970 UTC; `outboxes` are the loops' own,
  /// by index, and none where the hub has no connections.
  init(
    _ hub: consuming sending SyncHub, paired: PairedSecrets, clock: @escaping @Sendable () -> Int,
    outboxes: [Mailbox<LoopLetter>], meter: HubMeter
  ) {
    self.hub = hub
    self.paired = paired
    self.meter = meter
    self.clock = clock
    self.outboxes = outboxes
    // It waits for the disk, and must hold up nobody.
    executor = .dedicated(label: "dogear.hub")
  }

  /// Starts taking events from the mailbox that is returned, and ticking.
  nonisolated func open() -> Mailbox<HubLetter> {
    let inbox = Mailbox<HubLetter> { [weak self] in self?.post { hub in hub.drain() } }
    post { hub in
      hub.inbox = inbox
      hub.startTicking()
      // What was put in before this line rang for nobody.
      hub.drain()
    }
    return inbox
  }

  /// Saves what waits, as far as there is time for it before `deadline`: whoever gets no ack has their
  /// edits still.
  func drain(by deadline: ContinuousClock.Instant) {
    self.deadline = deadline
    drainWhole()
  }

  /// Saves what waits, and takes nothing more.
  func close() {
    drainWhole()
    do throws(StoreError) {
      try hub.saveScenes()
    } catch {
      // Where windows were in the last seconds they know themselves.
    }
    ticker?.cancel()
    ticker = nil
    inbox = nil
    isClosed = true
  }

  /// Handles what waits in the mailbox, unless enough for a commit waits in the hub, and commits once. Where
  /// that was not all, it goes on after whoever else wants something of the hub.
  func drain() {
    let isMailLeft = hub.isFull && !isTooLate
    if isMailLeft { handle([]) } else { handleInbox() }
    // A mailbox that was not emptied does not ring.
    goOn(isMailLeft)
  }

  /// Handles what waits now, and commits all of it: those who have their acks send more, which has no end.
  private func drainWhole() {
    handleInbox()
    while mayCommit { handle([]) }
  }

  private func goOn(_ isMailLeft: Bool = false) {
    guard isMailLeft || mayCommit, !isGoingOn else { return }
    isGoingOn = true
    post { hub in
      hub.isGoingOn = false
      hub.drain()
    }
  }

  private func handleInbox() {
    guard let inbox else { return handle([]) }
    let letters = inbox.drain()
    meter.take(letters)
    handle(letters.events)
    for letter in letters {
      if case .received(_, _, let byteCount, _) = letter.event { gauge.remove(byteCount) }
    }
  }

  /// Carries out operations of the server itself, or of `device` on its behalf, and returns when they are
  /// durable. At most `Hub.Limits.commitOperationCountMax`: devices have their turn between two calls.
  /// - Throws: `StoreError`, and `.busy` once a server that stops saves nothing more: the data directory
  ///   may be another process's.
  func edit(
    _ library: String, base: Int?, _ items: [ServerEdit.Item], by device: String = Author.server
  ) throws(StoreError) -> [Ack.Result] {
    try expectOpen()
    editCount += 1
    let edit = ServerEdit(
      id: editCount, library: library, base: base, items: items, by: device)
    handle([.edit(edit)])
    // Others' pushes may have their turn first.
    while edited[editCount] == nil, mayCommit { handle([]) }
    goOn()
    guard let result = edited.removeValue(forKey: editCount) else { throw .busy }
    return try result.get()
  }

  /// Keeps `bytes` as the blob `id` of `library`, and returns when that is durable.
  /// - Throws: `StoreError`, and `.busy` as all of these once a server that stops saves nothing more.
  func keep(_ bytes: [UInt8], as id: String, of library: String) throws(StoreError) -> BlobKeeping {
    try expectOpen()
    return try hub.keep(bytes, as: id, of: library)
  }

  private func expectOpen() throws(StoreError) {
    if isClosed { throw .busy }
  }

  /// Adds a device that holds `secret`.
  func add(_ device: DeviceRecord, secret: SecretHash) throws(StoreError) {
    try expectOpen()
    try hub.addDevice(device, secret: secret)
    paired.add(secret, of: device.id)
  }

  /// Uses up a pairing code for a new device that holds `secret`; nil where it is none.
  func redeem(
    _ code: SecretHash, device: String, name: String, secret: SecretHash, now: Int, lifetime: Int
  ) throws(StoreError) -> SyncHub.Identity? {
    try expectOpen()
    let identity = try hub.redeem(
      code, device: device, name: name, secret: secret, now: now, lifetime: lifetime)
    if identity != nil { paired.add(secret, of: device) }
    return identity
  }

  /// Keeps a pairing code until `expires`.
  func addPairingCode(
    _ code: SecretHash, to account: String, expires: Int, now: Int
  ) throws(StoreError) {
    try expectOpen()
    try hub.addPairingCode(code, to: account, expires: expires, now: now)
  }

  /// Calls a device of `account` by another name. False where there is none.
  func rename(_ device: String, of account: String, to name: String) throws(StoreError) -> Bool {
    try expectOpen()
    return try hub.rename(device: device, of: account, to: name)
  }

  /// Takes from a device of `account` its token and its connections. False where it had none.
  func revoke(_ device: String, of account: String) throws(StoreError) -> Bool {
    try expectOpen()
    guard let outputs = try hub.revoke(device: device, of: account, now: clock()) else {
      return false
    }
    paired.remove(of: device)
    deliver(outputs)
    return true
  }

  /// Asks a device of `account` to open a link, which is called `id`. Returns how far it is, which is
  /// durable.
  func open(
    _ link: String, on device: String, of account: String, as id: String
  ) throws(SyncHub.LinkFault) -> LinkState.State {
    guard !isClosed else { throw .storage(.busy) }
    let (state, outputs) = try hub.open(link, on: device, of: account, as: id, now: clock())
    deliver(outputs)
    return state
  }

  private func deliver(_ outputs: [HubOutput]) {
    var letters = [[LoopLetter]](repeating: [], count: outboxes.count)
    for output in outputs { sort(output, into: &letters) }
    deliver(letters)
  }

  // MARK: In and out

  /// Handles `events`, then commits once, if that is due.
  private func handle(_ events: [HubEvent]) {
    let now = clock()
    var letters = [[LoopLetter]](repeating: [], count: outboxes.count)
    for event in events { handle(event, now: now, &letters) }
    if mayCommit {
      isCommitDue = false
      handle(.commit, now: now, &letters)
    }
    deliver(letters)
  }

  private func handle(_ event: HubEvent, now: Int, _ letters: inout [[LoopLetter]]) {
    for output in measured(event, now: now) {
      meter.give(output)
      switch output {
      case .commitDue: isCommitDue = true
      case .edited(let id, let result): edited[id] = result
      default: sort(output, into: &letters)
      }
    }
  }

  private var mayCommit: Bool { isCommitDue && !isTooLate }
  private var isTooLate: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Handles one event; a commit is timed.
  private func measured(_ event: HubEvent, now: Int) -> [HubOutput] {
    guard case .commit = event else { return hub.handle(event, now: now) }
    let (start, waitingCount) = (ContinuousClock.now, hub.waitingCount)
    let outputs = hub.handle(event, now: now)
    meter.note(
      commitOf: waitingCount - hub.waitingCount, took: start.duration(to: .now))
    return outputs
  }

  private func deliver(_ letters: [[LoopLetter]]) {
    for (outbox, letters) in zip(outboxes, letters) { outbox.post(contentsOf: letters) }
  }

  private func sort(_ output: HubOutput, into letters: inout [[LoopLetter]]) {
    func loop(_ session: SessionID) -> Int {
      SessionNumbers.loop(of: session, among: letters.count)
    }
    switch output {
    case .send(let session, let message):
      let frame = EncodedFrame.text(message.bytes)
      letters[loop(session)].append(
        message.isPage ? .page(session, frame) : .send(session, frame))
    case .broadcast(let sessions, let message):
      let frame = EncodedFrame.text(message.bytes)
      if letters.count == 1 {
        letters[0].append(.broadcast(sessions, frame))
      } else {
        var parts = [[SessionID]](repeating: [], count: letters.count)
        for session in sessions { parts[loop(session)].append(session) }
        for (index, part) in parts.enumerated() where !part.isEmpty {
          letters[index].append(.broadcast(part, frame))
        }
      }
    case .close(let session, let code, let reason):
      letters[loop(session)].append(
        .close(session, CloseStatus(code.rawValue), reason: reason))
    case .pauseReading(let session): letters[loop(session)].append(.pauseReading(session))
    case .resumeReading(let session): letters[loop(session)].append(.resumeReading(session))
    case .commitDue, .edited: preconditionFailure("The hub's own business came to a loop.")
    }
  }

  private func startTicking() {
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
    timer.setEventHandler { [weak self] in
      self?.assumeIsolated { hub in
        hub.handle([.tick])
        hub.goOn()
      }
    }
    timer.resume()
    ticker = timer
  }
}
