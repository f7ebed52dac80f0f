import Store

/// One connection, from upgrade to close.
struct Session {
  /// Where the connection stands.
  enum Stage {
    /// It has not said hello; `Wire.Limits.helloTimeoutMilliseconds` after `since` it is closed.
    case greeting(secret: SecretHash?, since: Int)
    /// It is bound to a device and a library.
    case open(Membership)
  }

  /// Who speaks, and in which library.
  struct Membership {
    let account: String
    let device: String
    let incarnation: String
    let library: String
    let isLive: Bool
  }

  var stage: Stage
  /// Whether what waits to be written is over its limit: nothing but acks is sent then.
  var isCongested = false
  /// Whether live messages were dropped since it was.
  var isBehind = false
  /// Whether it wants to hear of the account's windows.
  var isWatching = false
  /// How often it has asked for all of them since the last tick.
  var watchCount = 0
  /// How many changes of them there had been when it could take no more; nil before the first.
  var sceneChangeCount: Int?
  /// The links that it was handed and that wait for their answer, by serial.
  var shownLinks: Set<Int> = []
  /// Cursors of pulls to be answered when there is room again, with their limits.
  var waitingPulls: [(since: Int, limit: Int)] = []
  /// Its pushes that are not committed yet.
  private var waitingPushCount = 0
  private var waitingByteCount = 0
  private var isPaused = false
  /// Whether it used an n that is another op's, as a restored device does: what follows stands on what
  /// is not here, so nothing more is taken until the device comes back as another incarnation.
  var hasStrayed = false

  /// Whether it is to be shown all windows at the next tick.
  var isShowDue: Bool { isWatching && watchCount > Limits.watchesPerTickMax }

  /// Makes a session of which nothing waits.
  init(stage: Stage) { self.stage = stage }

  var membership: Membership? {
    guard case .open(let membership) = stage else { return nil }
    return membership
  }
}

// MARK: Waiting pushes

extension Session {
  /// Notes a push of so many bytes that waits.
  /// - Returns: Whether no more is to be read from now on.
  mutating func addWaitingPush(of byteCount: Int) -> Bool {
    waitingPushCount += 1
    waitingByteCount += byteCount
    guard !isPaused, isOverWaitingLimit else { return false }
    isPaused = true
    return true
  }

  /// Notes that a push of so many bytes waits no longer.
  mutating func removeWaitingPush(of byteCount: Int) {
    waitingPushCount -= 1
    waitingByteCount -= byteCount
  }

  /// Goes on reading, if that was paused and so little waits that it may.
  /// - Returns: Whether it goes on from now on.
  mutating func resumeReading() -> Bool {
    guard isPaused, !isOverWaitingLimit else { return false }
    isPaused = false
    return true
  }

  /// Whether its pushes wait so long already that no more should be read.
  private var isOverWaitingLimit: Bool {
    waitingByteCount >= Limits.sessionWaitingByteCountMax
      || waitingPushCount >= Limits.sessionWaitingPushCountMax
  }
}
