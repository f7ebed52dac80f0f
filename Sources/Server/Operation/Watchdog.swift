import Dispatch
import Transport

/// Tells the service manager that the server is alive, as long as every loop and the hub still turn:
/// the word goes through all of them before it goes out.
actor Watchdog: QueueActor {
  nonisolated let executor = QueueExecutor.dedicated(label: "dogear.watchdog")
  private let manager: ServiceManager
  private let loops: [EventLoop]
  private let hub: HubActor
  private var timer: (any DispatchSourceTimer)?

  init(_ manager: ServiceManager, loops: [EventLoop], hub: HubActor) {
    self.manager = manager
    self.loops = loops
    self.hub = hub
  }

  /// Begins to tell, where anybody wants to be told.
  nonisolated func open() {
    guard let interval = manager.aliveInterval else { return }
    let (seconds, attoseconds) = interval.components
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    post { dog in
      let timer = DispatchSource.makeTimerSource(queue: dog.executor.queue)
      timer.schedule(
        deadline: .now(), repeating: .microseconds(microseconds),
        leeway: .microseconds(microseconds / 8))
      timer.setEventHandler { [weak dog] in
        dog?.assumeIsolated { dog in Self.pass(through: dog.loops[...], dog.hub, dog.manager) }
      }
      timer.resume()
      dog.timer = timer
    }
  }

  /// Tells no more.
  nonisolated func close() {
    post { dog in
      dog.timer?.cancel()
      dog.timer = nil
    }
  }

  private static func pass(
    through loops: ArraySlice<EventLoop>, _ hub: HubActor, _ manager: ServiceManager
  ) {
    guard let next = loops.first else { return hub.post { _ in manager.tell(.alive) } }
    next.post { _ in pass(through: loops.dropFirst(), hub, manager) }
  }
}
