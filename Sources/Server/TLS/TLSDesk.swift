import Dispatch
import Logging
import Synchronization
import Transport

/// Sees to the server's certificates: shows them to the loops, and to whoever asks how to trust them, reads
/// them again when asked, rotates the keys of session tickets, and makes the server's own certificate anew
/// before it ends.
actor TLSDesk: QueueActor {
  nonisolated let executor = QueueExecutor(label: "dogear.tls")
  /// The name that people are to type, where the certificate says one.
  nonisolated let publicName: String?
  private let files: TLSFiles
  private let group: LoopGroup
  private let fileDesk: FileDesk
  private let clock: @Sendable () -> Int
  private let logger: Logger
  private var identities: [TLSIdentity]
  private var tickets = TicketKeys()
  /// What was wrong with certificates when that was last seen to.
  private var faults: [String] = []
  private var timers: [any DispatchSourceTimer] = []
  /// Whether the files are to be read again, and that is not begun.
  private let isReloadDue = Atomic(false)

  /// Reads the certificates, and has the loops of `group` show them, and `fileDesk` how to trust the server's
  /// own.
  /// - Throws: `TLSFilesError`.
  init(
    _ files: TLSFiles, _ group: LoopGroup, fileDesk: FileDesk,
    clock: @escaping @Sendable () -> Int, logger: Logger
  ) throws(TLSFilesError) {
    let identities = try files.identities()
    if let authority = try files.local?.trusted() { fileDesk.show(authority) }
    self.files = files
    self.group = group
    self.fileDesk = fileDesk
    self.clock = clock
    self.logger = logger
    self.identities = identities
    publicName = identities.first?.publicName
    group.secure(with: identities, tickets: tickets)
  }

  /// Begins to keep time.
  nonisolated func open() {
    post { desk in
      desk.startTicking()
      desk.renew()
    }
  }

  /// Keeps time no more.
  nonisolated func close() {
    post { desk in
      for timer in desk.timers { timer.cancel() }
      desk.timers = []
    }
  }

  /// Reads the files again. What connects from now on is shown what is in them; where they are of no
  /// use, what was shown before. Who asks often before that is begun has them read once.
  nonisolated func reload() {
    guard !isReloadDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
    post { desk in
      desk.isReloadDue.store(false, ordering: .releasing)
      desk.read()
      // After: it makes a certificate for the names in the one that is shown.
      desk.renew()
    }
  }

  /// Seals new tickets by a fresh key, and sees whether a certificate ends soon: what time does by itself
  /// every `Limits.ticketRotationSeconds`.
  nonisolated func rotate() {
    post { desk in desk.tick() }
  }

  /// Looks at the clock, which may have been set since: a machine that starts without knowing the time has
  /// its certificate made for a wrong one.
  nonisolated func look() {
    post { desk in desk.lookAtClock() }
  }

  private func startTicking() {
    every(Limits.ticketRotationSeconds) { desk in desk.tick() }
    every(Limits.certificateLookSeconds) { desk in desk.lookAtClock() }
  }

  private func every(_ seconds: Int, _ act: @escaping @Sendable (isolated TLSDesk) -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    let pause = DispatchTimeInterval.seconds(seconds)
    timer.schedule(deadline: .now() + pause, repeating: pause, leeway: .seconds(1))
    timer.setEventHandler { [weak self] in self?.assumeIsolated(act) }
    timer.resume()
    timers.append(timer)
  }

  /// What could not be mended is tried again when the keys of tickets are rotated, and not at each look.
  private func lookAtClock() {
    guard faulty().map(\.fault) != faults else { return }
    renew()
  }

  private func tick() {
    tickets = tickets.rotated()
    group.secure(with: identities, tickets: tickets)
    renew()
  }

  private func read() {
    do throws(TLSFilesError) {
      let authority = try files.local?.trusted()
      identities = try files.identities()
      if let authority { fileDesk.show(authority) }
      group.secure(with: identities, tickets: tickets)
      logger.info("Read the certificates again; new connections are shown them.")
    } catch {
      logger.error("The certificates stay as they were: \(error)")
    }
  }

  /// Makes the server's own certificate anew when its end is near, or when it was made by a clock that
  /// was ahead and is good for nobody yet; says so of others.
  private func renew() {
    defer { faults = faulty().map(\.fault) }
    for (identity, fault) in faulty() {
      guard let local = files.local else {
        logger.warning("The certificate for \(identity.names.first ?? "this server") \(fault).")
        continue
      }
      do throws(TLSFilesError) {
        try local.renew(for: identity.names)
        read()
      } catch {
        logger.error("The certificate, which \(fault), was not made anew: \(error)")
      }
    }
  }

  /// The certificates with which something is wrong by now, and what.
  private func faulty() -> [(identity: TLSIdentity, fault: String)] {
    let now = clock() / 1_000
    return identities.compactMap { identity in identity.fault(at: now).map { (identity, $0) } }
  }
}

extension TLSIdentity {
  /// Why the certificate is to be made anew at `now`, in seconds since 1970 UTC; nil where it is good.
  func fault(at now: Int) -> String? {
    if startSeconds > now { return "is not good yet by this machine's clock" }
    if endSeconds < now { return "has ended" }
    return endSeconds < now + Limits.certificateRenewalSeconds ? "ends within a month" : nil
  }

  /// The first name that other machines can call the server by.
  var publicName: String? {
    names.first { !Loopback.includes(host: $0) && !$0.hasPrefix("*") }
  }
}
