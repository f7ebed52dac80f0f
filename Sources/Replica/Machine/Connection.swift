import Wire

#if MUTANTS
  import Library
#endif

/// The socket's life: when to open it, when to give it up, when to try again.
struct Connection: Sendable {
  enum Phase: Sendable {
    /// Nothing is tried; before `start` and after `stop`.
    case stopped
    /// No socket; a timer, the network or a person brings the next attempt.
    case down
    /// A socket is being opened.
    case connecting
    /// Hello is sent.
    case greeting
    /// Welcomed.
    case online
    /// The server does not know this device; only pairing helps.
    case unpaired
  }

  private(set) var phase = Phase.stopped
  /// Whether any attempt has come to an end since the start.
  private(set) var hasTried = false
  /// Why the server does not want us as we are, in words for a person.
  var sentence: String?
  /// What the server said before closing.
  private(set) var notice: String?
  private var attempt = 0
  private var isNetworkUp = true
  private var onlineSince = 0
  private var greetedAt = 0
  private var retryAfterMilliseconds = 0
  private var timers: Set<ReplicaTimer> = []

  private var hasSocket: Bool {
    switch phase {
    case .connecting, .greeting, .online: true
    case .stopped, .down, .unpaired: false
    }
  }

  mutating func start(_ outputs: inout [Output]) {
    if phase == .stopped { connect(&outputs) }
  }

  mutating func stop(_ outputs: inout [Output]) {
    leave(&outputs)
    cancel(.persist, &outputs)
  }

  /// Speaks to the server no more; what the disk has refused is tried again all the same.
  mutating func leave(_ outputs: inout [Output]) {
    drop(.goingAway, "stopped", &outputs)
    for timer in ReplicaTimer.allCases where timer != .persist { cancel(timer, &outputs) }
    phase = .stopped
  }

  /// The device was paired anew: whatever was refused may be let in now.
  mutating func paired(_ outputs: inout [Output]) {
    drop(.normal, "paired", &outputs)
    sentence = nil
    hasTried = false
    attempt = 0
    connect(&outputs)
  }

  /// What the system says of the network. It may be wrong, a server on this machine needs none, so
  /// without one we still try, only seldom.
  mutating func network(isUp: Bool, _ turn: Turn, _ outputs: inout [Output]) {
    isNetworkUp = isUp
    if isUp {
      attempt = 0
      if phase == .down { connect(&outputs) }
    } else if hasSocket {
      abandon(.goingAway, "offline", turn, &outputs)
    }
  }

  /// A person looks again: try at once, or make sure that the connection lives.
  mutating func wake(now: Int, _ outputs: inout [Output]) {
    if phase == .down, retryAfterMilliseconds == 0 { connect(&outputs) }
    if phase == .online {
      ping(now: now, patience: Limits.wakeAnswerTimeoutMilliseconds, &outputs)
    }
  }

  /// The socket is open and hello goes out.
  mutating func greeted(now: Int) {
    phase = .greeting
    greetedAt = now
  }

  /// The server has let us in.
  /// - Returns: The server's clock less ours, taking half of the round trip for the way back.
  mutating func welcomed(clock: Int, now: Int, _ outputs: inout [Output]) -> Int {
    phase = .online
    hasTried = true
    sentence = nil
    onlineSince = now
    cancel(.deadline, &outputs)
    schedule(.heartbeat, after: Limits.heartbeatMilliseconds, &outputs)
    return clock - (greetedAt + now) / 2
  }

  /// Anything the server says shows that it lives.
  mutating func heard(_ outputs: inout [Output]) {
    if phase == .online { cancel(.deadline, &outputs) }
  }

  /// The server says why it is about to close.
  mutating func noticed(_ error: ErrorNotice) {
    notice = error.message
    retryAfterMilliseconds = min(error.retryAfterMilliseconds ?? 0, Limits.askedRetryMilliseconds)
  }

  /// The heartbeat is due.
  mutating func heartbeat(now: Int, _ outputs: inout [Output]) {
    guard phase == .online else { return }
    ping(now: now, patience: Limits.answerTimeoutMilliseconds, &outputs)
    schedule(.heartbeat, after: Limits.heartbeatMilliseconds, &outputs)
  }

  /// Gives the socket up and tries again later.
  mutating func abandon(
    _ code: CloseCode, _ reason: String, _ turn: Turn, _ outputs: inout [Output]
  ) {
    drop(code, reason, &outputs)
    retry(turn, &outputs)
  }

  /// Comes back at once under another hello.
  mutating func renew(_ reason: String, _ outputs: inout [Output]) {
    drop(.normal, reason, &outputs)
    connect(&outputs)
  }

  /// The socket has closed.
  mutating func closed(code: UInt16, _ turn: Turn, _ outputs: inout [Output]) {
    guard hasSocket else { return }
    cancel(.deadline, &outputs)
    cancel(.heartbeat, &outputs)
    let meaning = CloseCode(rawValue: code)
    if meaning == .notPaired {
      phase = .unpaired
      hasTried = true
      return
    }
    if let refusal = meaning?.refusal { sentence = notice ?? refusal }
    if meaning == .protocolVersion || meaning == .origin {
      retryAfterMilliseconds = max(retryAfterMilliseconds, Limits.refusedRetryMilliseconds)
    }
    retry(turn, &outputs)
  }

  /// The wait is over.
  mutating func reconnect(_ outputs: inout [Output]) {
    if phase == .down { connect(&outputs) }
  }

  // MARK: Timers

  mutating func schedule(
    _ timer: ReplicaTimer, after milliseconds: Int, _ outputs: inout [Output]
  ) {
    timers.insert(timer)
    outputs.append(.schedule(timer, afterMilliseconds: milliseconds))
  }

  mutating func cancel(_ timer: ReplicaTimer, _ outputs: inout [Output]) {
    if timers.remove(timer) != nil { outputs.append(.cancel(timer)) }
  }

  func isScheduled(_ timer: ReplicaTimer) -> Bool { timers.contains(timer) }

  /// The timer has fired.
  /// - Returns: Whether it was still wanted.
  mutating func fired(_ timer: ReplicaTimer) -> Bool { timers.remove(timer) != nil }

  // MARK: Steps

  private mutating func connect(_ outputs: inout [Output]) {
    cancel(.reconnect, &outputs)
    phase = .connecting
    retryAfterMilliseconds = 0
    notice = nil
    outputs.append(.connect)
    schedule(.deadline, after: Limits.welcomeTimeoutMilliseconds, &outputs)
  }

  private mutating func drop(_ code: CloseCode, _ reason: String, _ outputs: inout [Output]) {
    cancel(.deadline, &outputs)
    cancel(.heartbeat, &outputs)
    if hasSocket { outputs.append(.disconnect(code: code, reason: reason)) }
  }

  private mutating func retry(_ turn: Turn, _ outputs: inout [Output]) {
    if phase == .online, turn.now - onlineSince >= Limits.steadyMilliseconds { attempt = 0 }
    let floor = max(retryAfterMilliseconds, isNetworkUp ? 0 : Limits.offlineRetryMilliseconds)
    let wait = Backoff.milliseconds(attempt: attempt, chance: turn.chance)
    attempt += 1
    phase = .down
    hasTried = true
    let asked = Backoff.milliseconds(asked: floor, chance: turn.chance)
    #if MUTANTS
      if Mutant.isOn(.retriesForgotten) { return }
    #endif
    schedule(.reconnect, after: max(wait, asked), &outputs)
  }

  private mutating func ping(now: Int, patience: Int, _ outputs: inout [Output]) {
    outputs.append(.send(.ping(Ping(at: now))))
    schedule(.deadline, after: patience, &outputs)
  }
}

extension CloseCode {
  /// What a code that waiting alone does not mend means, when the server does not say.
  fileprivate var refusal: String? {
    switch self {
    case .malformed: "The server could not read what this device sent."
    case .tooLarge: "The server does not take messages as large as this device sent."
    case .origin: "The server does not accept this page's address."
    case .protocolVersion:
      "This app and the server do not understand each other: reload or update."
    case .normal, .goingAway, .restart, .notPaired, .helloTimeout, .rate: nil
    }
  }
}
