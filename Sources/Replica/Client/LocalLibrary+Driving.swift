import Dispatch
import Glibc
import Wire

/// Carries out what the machine wants, and tells it what happened.
extension LocalLibrary {
  func handle(_ event: Event) {
    for output in machine.handle(event, Turn.now()) { carryOut(output) }
    askLater()
  }

  private func carryOut(_ output: Output) {
    switch output {
    case .connect: connect()
    case .disconnect(let code, let reason):
      socket?.close(code, reason: reason)
      socket = nil
    case .send(let message): socket?.send(message)
    case .schedule(let timer, let milliseconds): schedule(timer, milliseconds)
    case .cancel(let timer): timers[timer] = nil
    case .persist(let number, let batch): persist(number, batch)
    case .changed(let touched, let isRemote):
      changeOutlets.put(LibraryChange(touched, isRemote: isRemote))
    case .settled(let ids):
      for id in ids { editors.removeValue(forKey: id)?.resume() }
    case .rejected(let id, let problem):
      editors.removeValue(forKey: id)?.resume(throwing: problem)
    case .status(let status): statusOutlets.put(status)
    }
  }

  // MARK: The socket

  private func connect() {
    socketCount += 1
    let number = socketCount
    let socket = ServerSocket(server, client: client) { [weak self] report in
      self?.post { $0.heard(report, from: number) }
    }
    self.socket = socket
    digestion = Digestion()
    socket.open()
  }

  /// What an earlier socket still says is not heard.
  private func heard(_ report: ServerSocket.Report, from number: Int) {
    guard number == socketCount, let socket else { return }
    switch report {
    case .opened:
      lastFailure = nil
      handle(.opened)
    case .message(let message, let byteCount):
      digestion.taken += byteCount
      handle(.message(message))
      // What wrote nothing, or what the disk refuses for now, is as digested as it will be.
      if !isSaving { socket.digested(digestion.takeTaken()) }
    case .unreadable(let reason): handle(.unreadable(reason: reason))
    case .closed(let code, let reason):
      if !reason.isEmpty { lastFailure = reason }
      self.socket = nil
      handle(.closed(code: code, reason: reason))
    }
  }

  // MARK: The disk

  private func persist(_ number: Int, _ batch: Batch) {
    isSaving = true
    digestion.beingSaved = digestion.takeTaken()
    desk.ask { storage throws(StorageError) in
      try storage.write(batch)
    } then: { [weak self] result in
      self?.post { $0.persisted(number, result) }
    }
  }

  private func persisted(_ number: Int, _ result: Result<Void, StorageError>) {
    isSaving = false
    socket?.digested(digestion.beingSaved)
    digestion.beingSaved = 0
    switch result {
    case .success: handle(.persisted(number: number))
    case .failure(let error): handle(.notPersisted(number: number, reason: error.description))
    }
    guard !isSaving else { return }
    // What came meanwhile and wrote nothing, as pages that are not all there yet, waits for no other save.
    socket?.digested(digestion.takeTaken())
    for closer in closers { closer.resume() }
    closers = []
  }

  // MARK: Timers

  private func schedule(_ timer: ReplicaTimer, _ milliseconds: Int) {
    ticketCount += 1
    let ticket = ticketCount
    timers[timer] = ticket
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      self?.assumeIsolated { library in
        guard library.timers[timer] == ticket else { return }
        library.timers[timer] = nil
        library.handle(.timer(timer))
      }
    }
  }
}

/// How much of what a socket told is where, in bytes: what reading waits for.
struct Digestion {
  /// With the machine, and not yet on its way to the disk.
  var taken = 0
  /// On its way to the disk.
  var beingSaved = 0

  mutating func takeTaken() -> Int {
    defer { taken = 0 }
    return taken
  }
}

extension Turn {
  /// A turn at this machine's time.
  static func now() -> Turn {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    var generator = SystemRandomNumberGenerator()
    return Turn(now: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000, using: &generator)
  }
}
