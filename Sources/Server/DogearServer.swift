import Framing
import Glibc
import HTTPTypes
import Hub
import Logging
import Store
import Transport
import Wire

/// A running server: loops, hub, desks, database and control socket, put together.
package final class DogearServer: Sendable {
  /// The TCP port that it listens on, the first of several; 0 where it listens on none.
  package let port: Int
  /// What to tell the person who started it: where it listens, and how to pair a device.
  package let greeting: [String]
  /// The link in it, where there is one.
  package let pairingLink: String?

  private let directory: OpenDirectory
  private let backups: BackupDesk
  private let group: LoopGroup
  private let tls: TLSDesk?
  private let controlGroup: LoopGroup
  private let manager: ServiceManager
  private let watchdog: Watchdog
  private let readiness = Readiness()
  private let logger: Logger

  /// Starts a server; when this returns it listens, and the service manager that `environment` names
  /// knows it. `lock` is that of its data directory, where it is held already.
  /// - Throws: `DataDirectoryError`, `StoreError`, `StaticFilesError`, `SettingsError` or
  ///   `TransportError`, each a sentence for a person.
  package init(
    _ settings: Settings, environment: [String: String], lock: consuming DirectoryLock? = nil,
    clock: @escaping @Sendable () -> Int = SystemClock.now
  ) throws {
    Libcrypto.outlastMain()
    let logger = settings.logLevels.logger(.server)
    self.logger = logger
    let descriptorCount = DescriptorLimit.raise()
    manager = ServiceManager(environment: environment)
    let directoryBox = LateBound<OpenDirectory>()
    let metrics = Metrics(
      start: clock(), fsyncCount: { directoryBox.value?.store.commitCount ?? 0 },
      inboxByteCount: { directoryBox.value?.hub.gauge.byteCount ?? 0 })
    let fileDesk = try Self.fileDesk(settings, environment, logger)
    let group = try LoopGroup(
      count: Self.loopCount,
      limits: Self.limits(settings, descriptorCount) { directoryBox.value?.hub.paired })
    let outboxes = group.loops.map { loop in Mailbox<LoopLetter> { loop.ring() } }
    let directory = try OpenDirectory(
      settings.data, backups: settings.backupFolder, clock: clock, outboxes: outboxes,
      meter: HubMeter(metrics, settings.logLevels.logger(.hub)), lock: lock)
    try directory.verify(settings, logger)
    directory.store.foldLogBeside()
    directoryBox.bind(directory)
    let tls = try settings.tls.map { files in
      try TLSDesk(files, group, fileDesk: fileDesk, clock: clock, logger: logger)
    }
    let listeners = try Self.listeners(settings, manager)
    let isHandedOver = !manager.descriptors.isEmpty
    if isHandedOver, let note = settings.ignoredNote(beside: listeners) {
      logger.warning("\(note)")
    }
    let front = listeners.first { $0.port != nil }
    let port = Int(front?.port ?? 0)
    let administration = Administration(
      directory: settings.data, hub: directory.hub, store: directory.store, clock: clock,
      pairingCodeLifetimeMilliseconds: settings.pairingCodeLifetimeMilliseconds,
      baseURL: settings.baseURL(
        host: (isHandedOver ? front?.host : nil) ?? settings.host,
        port: front == nil ? settings.port : port, name: tls?.publicName),
      isPublished: settings.publicURL != nil, isServing: true, readiness: readiness)
    let (invitation, pairingLink) = try Self.invitation(administration)
    self.pairingLink = pairingLink

    let backups = try BackupDesk(
      administration, settings, metrics, logger: settings.logLevels.logger(.backups))
    let catalogues = settings.openLibrary.map { openLibrary in
      CatalogueDesk(openLibrary, metrics, logger: settings.logLevels.logger(.catalogues))
    }
    let callLimits = CallLimits()
    let desk = { label in
      CallDesk(
        label: label, administration, backups, catalogues, metrics,
        logger: settings.logLevels.logger(.pairing),
        requestLogger: settings.logLevels.logger(.requests),
        cookies: CookieRule(hasTLS: settings.tls != nil, behindProxy: settings.behindProxy),
        limits: callLimits)
    }
    let shared = SessionHandler.Shared(
      fileDesk: fileDesk, origins: OriginRule(publicURL: settings.publicURL),
      hub: directory.hub.open(), gauge: directory.hub.gauge, paired: directory.hub.paired,
      door: Door(directory.hub.paired, clock: clock),
      questions: UnderWay(atMost: Limits.questionsUnderWayMax),
      largeCalls: UnderWay(atMost: Limits.largeCallsUnderWayMax),
      desk: desk("dogear.desk"), longDesk: desk("dogear.desk.long"),
      placeDesk: desk("dogear.desk.places"),
      behindProxy: settings.behindProxy, isSecure: settings.isSecure,
      metrics: metrics, audience: settings.metrics,
      requestLog: settings.logLevels.logger(.requests),
      sessionLog: settings.logLevels.logger(.sessions))
    group.start { loop in
      SessionHandler(
        shared, mail: outboxes[loop.index],
        numbers: SessionNumbers(loop: loop.index, of: outboxes.count))
    }
    controlGroup = try Self.openControl(administration, at: settings.data.controlSocket)
    group.listen(on: listeners, tls == nil ? .plain : .tls)
    self.group = group
    self.tls = tls
    self.directory = directory
    self.backups = backups
    self.port = port
    let place =
      front == nil
      ? listeners.map(\.address).joined(separator: ", ") : administration.baseURL
    greeting = ["Dogear listens on \(place)"] + invitation
    backups.open()
    tls?.open()
    watchdog = Watchdog(manager, loops: group.loops, hub: directory.hub)
    watchdog.open()
    manager.tell(.ready)
    logger.info("Listening on \(listeners.map(\.address)) with the data in \(settings.data.path).")
  }

  /// Reads the certificates again; connections that live notice nothing.
  package func reloadCertificates() {
    tls?.reload()
  }

  /// Stops: accepts nobody more, saves what has come, ends an import where it is, says goodbye to every
  /// connection, and lets go of the data directory.
  package func stop() async {
    readiness.stop()
    manager.tell(.stopping)
    watchdog.close()
    backups.close()
    tls?.close()
    directory.hub.sync { hub in hub.drain(by: .now + Limits.saveDuration) }
    async let connections: Void = group.stop(within: Limits.stopDuration)
    async let control: Void = controlGroup.stop(within: Limits.stopDuration)
    _ = await (connections, control)
    directory.close()
    logger.info("Stopped; nothing that was acknowledged is lost.")
  }
}

// MARK: Parts

extension DogearServer {
  /// One loop per core: a loop with a thousand sockets fills one.
  private static var loopCount: Int {
    min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 16)
  }

  /// What to listen on: what the service manager opened, or else what the settings say.
  private static func listeners(
    _ settings: Settings, _ manager: ServiceManager
  ) throws -> [Listener] {
    // Whatever leads there: the name localhost, too, is what somebody's file says it is.
    let listeners =
      manager.descriptors.isEmpty
      ? try Listener.tcp(host: settings.host, port: UInt16(settings.port))
      : try manager.descriptors.map { raw in try Listener.inherited(raw) }
    if let open = listeners.first(where: { !$0.isLocal }), !settings.isSecure {
      throw SettingsError.needsTLS(host: open.address)
    }
    return listeners
  }

  /// How to pair a device. On a full disk nobody can be paired, but those who are can read: that is no
  /// reason not to serve them.
  private static func invitation(
    _ administration: Administration
  ) throws -> (lines: [String], link: String?) {
    _ = try administration.owner()
    do {
      let link = administration.link(try administration.addPairingCode())
      let minutes = administration.pairingCodeLifetimeMilliseconds / 60_000
      let text =
        "To pair a browser with your library open this link in it; it works once, within "
        + "\(minutes) minutes:"
      return ([text, link], link)
    } catch StoreError.full {
      let text =
        "The disk is full: what is in the library can be read, and nothing saved until there is room."
      return ([text], nil)
    }
  }

  /// Who answers for the browser client, where there is one.
  private static func fileDesk(
    _ settings: Settings, _ environment: [String: String], _ logger: Logger
  ) throws -> FileDesk {
    let web = settings.web ?? WebFolder.find(program: WebFolder.program)
    if web == nil { logger.warning("No browser client was found; --web names its folder.") }
    let kept = KeptCodings(folder: settings.data.cache(environment))
    return FileDesk(client: try web.map { root in try StaticFiles(root: root, keptIn: kept) })
  }

  private static func limits(
    _ settings: Settings, _ descriptorCount: Int, paired: @escaping @Sendable () -> PairedSecrets?
  ) -> TransportLimits {
    var limits = TransportLimits()
    limits.webSocket.deflate = settings.compression.policy
    // What the protocol says of a session, the loops hold it to.
    limits.idleTimeout = .milliseconds(Wire.Limits.idleTimeoutMilliseconds)
    limits.outMessageByteCountMax = Wire.Limits.serverMessageByteCountMax
    limits.connectionCountMax = min(
      limits.connectionCountMax, max(descriptorCount - Limits.ownDescriptorCount, 1))
    if settings.behindProxy { limits.connectionsPerAddressMax = limits.connectionCountMax }
    let rule = UploadRule(paired: paired)
    limits.http = HTTPLimits { head in rule(head) }
    return limits
  }

  private static func openControl(
    _ administration: Administration, at path: String
  ) throws -> LoopGroup {
    var limits = TransportLimits()
    limits.http = HTTPLimits(bodyByteCountMax: Limits.commandImportByteCountMax)
    let group = try LoopGroup(count: 1, limits: limits)
    let mail = group.loops.map { loop in Mailbox<ControlLetter> { loop.ring() } }
    let desk = ControlDesk(administration)
    group.start { loop in ControlHandler(desk, mail: mail[loop.index]) }
    group.listen(on: [try Listener.unix(path: path)])
    return group
  }
}
