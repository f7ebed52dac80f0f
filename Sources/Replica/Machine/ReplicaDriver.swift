public import Library
public import Wire

/// A replica with everything but a socket: it keeps timers and a storage in memory, and turns
/// messages into text and back.
///
/// For tests, tools and programs that keep nothing. It has no clock, no randomness and no I/O of its
/// own: its owner says what time it is, lends a generator, and carries the bytes.
///
///     for action in driver.handle(.start, now: now, using: &generator) { … }
///     for action in driver.received(text, now: now, using: &generator) { … }
///     for action in driver.advance(to: now, using: &generator) { … }    // at `driver.deadline`
public struct ReplicaDriver: Sendable {
  /// What the owner of the socket must do, in order.
  public enum SocketAction: Hashable, Sendable {
    /// Open it, and say `opened` or `closed` to `handle`.
    case open
    /// Send one text message.
    case send([UInt8])
    /// Close it; nothing more may come from it.
    case close(CloseCode, reason: String)
  }

  /// The replica.
  public private(set) var replica: ReplicaMachine
  /// What its storage holds; another driver can begin from it, as after a crash.
  public private(set) var stored: Stored
  /// The ids of edits that are durable.
  public private(set) var settled: Set<String> = []
  /// Why edits were not taken at all, by id.
  public private(set) var rejected: [String: Problem] = [:]
  private var timers: [ReplicaTimer: Int] = [:]

  /// Takes up where `stored` left off; nil begins anew.
  public init(
    _ stored: Stored? = nil, settings: ReplicaMachine.Settings, now: Int,
    using generator: inout some RandomNumberGenerator
  ) {
    let turn = Turn(now: now, using: &generator)
    replica = ReplicaMachine(stored, settings: settings, turn: turn)
    self.stored =
      stored ?? Stored(checkpoint: replica.checkpoint, entities: [], operations: [])
  }

  /// When `advance` is due next, in milliseconds since 1970 UTC; nil: not before something happens.
  public var deadline: Int? { timers.values.min() }

  /// Takes an event and what follows from it.
  /// - Returns: What is to be done with the socket.
  public mutating func handle(
    _ event: Event, now: Int, using generator: inout some RandomNumberGenerator
  ) -> [SocketAction] {
    var actions: [SocketAction] = []
    var events = [event]
    while !events.isEmpty {
      let outputs = replica.handle(events.removeFirst(), Turn(now: now, using: &generator))
      for output in outputs { perform(output, now: now, &actions, &events) }
    }
    return actions
  }

  /// Takes one text message from the server.
  /// - Returns: What is to be done with the socket.
  public mutating func received(
    _ message: [UInt8], now: Int, using generator: inout some RandomNumberGenerator
  ) -> [SocketAction] {
    let event: Event
    do throws(WireError) {
      event = .message(try ServerMessage(decoding: message))
    } catch {
      event = .unreadable(reason: error.message)
    }
    return handle(event, now: now, using: &generator)
  }

  /// Lets every timer fire that is due.
  /// - Returns: What is to be done with the socket.
  public mutating func advance(
    to now: Int, using generator: inout some RandomNumberGenerator
  ) -> [SocketAction] {
    var actions: [SocketAction] = []
    while let (timer, _) = timers.filter({ $0.value <= now }).min(by: { $0.value < $1.value }) {
      timers[timer] = nil
      actions += handle(.timer(timer), now: now, using: &generator)
    }
    return actions
  }

  /// Makes an edit.
  /// - Returns: Its id, and what is to be done with the socket.
  public mutating func edit(
    _ changes: [Change], now: Int, using generator: inout some RandomNumberGenerator
  ) -> (id: String, actions: [SocketAction]) {
    let id = Turn(now: now, using: &generator).fresh
    return (id, handle(.edit(id: id, changes: changes), now: now, using: &generator))
  }

  private mutating func perform(
    _ output: Output, now: Int, _ actions: inout [SocketAction], _ events: inout [Event]
  ) {
    switch output {
    case .connect: actions.append(.open)
    case .disconnect(let code, let reason): actions.append(.close(code, reason: reason))
    case .send(let message): actions.append(.send(message.encoded()))
    case .schedule(let timer, let after): timers[timer] = now + after
    case .cancel(let timer): timers[timer] = nil
    case .persist(let number, let batch):
      stored.apply(batch)
      events.append(.persisted(number: number))
    case .settled(let ids): settled.formUnion(ids)
    case .rejected(let id, let problem): rejected[id] = problem
    case .changed, .status: break
    }
  }
}

extension Turn {
  /// A turn at `now`, with chance and identifier from a generator.
  public init(now: Int, using generator: inout some RandomNumberGenerator) {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let fresh = (0..<26).map { _ in alphabet[Int.random(in: 0..<32, using: &generator)] }
    self.init(now: now, chance: Double.random(in: 0..<1, using: &generator), fresh: String(fresh))
  }
}
