import Dispatch
import Framing

/// One serial queue, one epoll set, and the connections that are pinned to it.
///
/// Dispatch watches nothing but the epoll set. When that is readable, the loop takes a *turn*: ticks
/// that each drain the set, call the handler for what came, and then settle every connection that was
/// touched with one write. A busy loop lingers in the set for the next tick (`lingerMilliseconds`)
/// before it gives its thread back to Dispatch. So everything that wakes a loop is a descriptor in
/// its set: sockets, an eventfd for letters and posts, a timerfd for deadlines.
package actor EventLoop {
  /// Its place in `LoopGroup.loops`, and in the ids of its connections.
  package nonisolated let index: Int

  /// The time of the current tick.
  package internal(set) var now = ContinuousClock.now

  nonisolated let limits: TransportLimits
  nonisolated let census: Census
  private nonisolated let executor: QueueExecutor
  private nonisolated let pollDescriptor: Descriptor
  nonisolated let bell: Bell
  nonisolated let posts: Mailbox<@Sendable (isolated EventLoop) -> Void>

  var handler: (any ConnectionHandler)?
  var connections: ConnectionTable
  var listening: [Listening] = []
  var turnedAway = TurnedAway()
  var deadlines = Deadlines<Deadline>()
  var timers: [TimerID: ConnectionID?] = [:]
  var timerCount: UInt64 = 0
  var poller: Poller
  var farewell: Farewell?
  var tls: TLSContext?
  var batchWriter = BatchWriter()

  private var source: (any DispatchSourceRead)?
  var alarm: AlarmClock
  var events: [Poller.Event] = []
  var alarmPatience = AlarmPatience()
  var dirty: [Connection] = []

  // Scratch space, shared by all connections.
  var inbox = [UInt8](repeating: 0, count: TransportLimits.readByteCount)
  let pool = DeflatePool()
  let date = HTTPDate()
  var cork = [UInt8](repeating: 0, count: TransportLimits.corkByteCount)
  var actions: [ConnectionAction] = []

  init(index: Int, limits: TransportLimits, census: Census) throws(TransportError) {
    self.index = index
    self.limits = limits
    self.census = census
    let bell = try Bell()
    self.bell = bell
    posts = Mailbox { bell.ring() }
    executor = .dedicated(label: "dogear.loop.\(index)")
    connections = ConnectionTable(loop: index)
    alarm = try AlarmClock()
    let poller = try Poller()
    self.poller = poller
    pollDescriptor = poller.descriptor
    try poller.add(bell.descriptor.raw, token: Token.bell, for: .input)
    try poller.add(alarm.descriptor.raw, token: Token.alarm, for: .input)
  }

  /// The loop's queue, as the runtime wants it.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Has the handler's `mailArrived` called in the next tick. Cheap, from any thread; a `Mailbox`
  /// calls it once per batch.
  package nonisolated func ring() {
    bell.ring()
  }

  /// Runs `work` on the loop in its next tick, after everything that was posted before.
  ///
  /// For what happens often, write letters to a `Mailbox` instead.
  package nonisolated func post(_ work: @escaping @Sendable (isolated EventLoop) -> Void) {
    posts.post(work)
  }

  /// Starts turning. What was posted before runs now.
  nonisolated func start(_ makeHandler: @escaping @Sendable (EventLoop) -> any ConnectionHandler) {
    enqueue { loop in
      loop.handler = makeHandler(loop)
      loop.source = loop.makeSource()
    }
  }

  /// Runs `work` on the queue: where a loop that does not turn must hear it too.
  nonisolated func enqueue(_ work: @escaping @Sendable (isolated EventLoop) -> Void) {
    executor.queue.async { self.assumeIsolated(work) }
  }

  private nonisolated func makeSource() -> any DispatchSourceRead {
    let descriptor = pollDescriptor
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor.raw, queue: executor.queue)
    source.setEventHandler { [weak self] in self?.assumeIsolated { loop in loop.turn() } }
    // The set may be closed only when Dispatch no longer watches it.
    source.setCancelHandler { withExtendedLifetime(descriptor) {} }
    source.activate()
    return source
  }

  /// Stops watching, for good.
  func retire() {
    source?.cancel()
    source = nil
    handler = nil
    listening = []
  }
}
