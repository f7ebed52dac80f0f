import Dispatch
import Logging
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
  private var timer: (any DispatchSourceTimer)?

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
      desk.timer?.cancel()
      desk.timer = nil
    }
  }

  /// Reads the files again. What connects from now on is shown what is in them; where they are of no
  /// use, what was shown before.
  nonisolated func reload() {
    post { desk in
      desk.renew()
      desk.read()
    }
  }

  /// Seals new tickets by a fresh key, and sees whether a certificate ends soon: what time does by itself
  /// every `Limits.ticketRotationSeconds`.
  nonisolated func rotate() {
    post { desk in desk.tick() }
  }

  private func startTicking() {
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    let pause = DispatchTimeInterval.seconds(Limits.ticketRotationSeconds)
    timer.schedule(deadline: .now() + pause, repeating: pause, leeway: .seconds(1))
    timer.setEventHandler { [weak self] in self?.assumeIsolated { desk in desk.tick() } }
    timer.resume()
    self.timer = timer
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
    let now = clock() / 1_000
    guard
      let (identity, fault) = identities.lazy.compactMap({ identity in
        identity.fault(at: now).map { (identity, $0) }
      }).first
    else { return }
    guard let local = files.local else {
      return logger.warning(
        "The certificate for \(identity.names.first ?? "this server") \(fault).")
    }
    do throws(TLSFilesError) {
      _ = try local.issue(for: identity.names)
      read()
    } catch {
      logger.error("The certificate, which \(fault), was not made anew: \(error)")
    }
  }
}

extension TLSIdentity {
  /// Why the certificate is to be made anew at `now`, in seconds since 1970 UTC; nil where it is good.
  fileprivate func fault(at now: Int) -> String? {
    if startSeconds > now { return "is not good yet by this machine's clock" }
    return endSeconds < now + Limits.certificateRenewalSeconds ? "ends within a month" : nil
  }

  /// The first name that other machines can call the server by.
  var publicName: String? {
    names.first { !Loopback.includes(host: $0) && !$0.hasPrefix("*") }
  }
}
