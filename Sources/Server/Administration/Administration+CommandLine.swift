import Glibc
import Store

extension AdministrationCommand {
  /// Has the command done: by the server that runs on the data directory of `settings`, or, where
  /// none does, by this process, which holds the directory meanwhile. Another command that holds it is
  /// waited for, and so is a server that starts or stops; `willWait` is called before. Blocks until it is
  /// done.
  /// - Throws: `AdministrationError`, `DataDirectoryError` or `StoreError`.
  package func perform(
    _ settings: Settings, willWait: () -> Void = {}
  ) throws -> AdministrationReply {
    let directory = settings.data
    if unsafe access(directory.database, F_OK) != 0, errno != ENOENT {
      throw DataDirectoryError.unusable(directory.path, SystemError.current.description)
    }
    let open: OpenDirectory
    do {
      let lock = try DirectoryLock.waiting(
        for: directory, servedPatience: .zero, willWait: willWait)
      // After: a server that starts may be making the library.
      let isNew =
        directory.isEmpty && !directory.isHalfRestored && !directory.isLost(settings.backupFolder)
      if isNew, case .importFile(_, let bytes, isDry: true, let answers) = self {
        return AdministrationReply(
          try Administration.dryRun(bytes, now: SystemClock.now(), answers: answers))
      }
      guard makesLibrary || !isNew else { throw DataDirectoryError.empty(directory.path) }
      open = try OpenDirectory(
        directory, backups: settings.backupFolder, clock: SystemClock.now, outboxes: [], lock: lock)
    } catch DataDirectoryError.inUse {
      return try ControlClient.perform(self, at: directory.controlSocket)
    }
    defer { open.close() }
    let administration = Administration(
      directory: directory, hub: open.hub, store: open.store, clock: SystemClock.now,
      pairingCodeLifetimeMilliseconds: settings.pairingCodeLifetimeMilliseconds,
      baseURL: settings.baseURL(
        host: settings.host, port: settings.port,
        name: (try? settings.tls?.identities())?.first?.publicName),
      isPublished: settings.publicURL != nil,
      isServing: false, readiness: Readiness())
    do {
      return try administration.perform(self)
    } catch let error as StoreError where error.meansDamage {
      throw DataDirectoryError(of: error, in: directory, backups: settings.backupFolder)
    }
  }

  /// Whether the command may be the first thing that ever happens to a data directory. One that only
  /// reads would rather say that the directory is the wrong one.
  private var makesLibrary: Bool {
    switch self {
    case .addDevice, .pair, .importFile: true
    case .listDevices, .revokeDevice, .export, .pictures, .keepPictures, .openLink, .linkState,
      .check, .backUp:
      false
    }
  }
}

extension Settings {
  /// What people's links start with, where the server listens on `host` and `port`. One that listens on
  /// all addresses is called by `name`, if its certificate says one.
  func baseURL(host: String, port: Int, name: String? = nil) -> String {
    if let publicURL { return publicURL }
    let isEverywhere = host == "0.0.0.0" || host == "::"
    let own = host == "::" ? "::1" : "127.0.0.1"
    let reachable = isEverywhere ? name ?? own : host
    return (tls == nil ? "http://" : "https://")
      + (reachable.contains(":") ? "[\(reachable)]" : reachable) + ":\(port)"
  }
}
