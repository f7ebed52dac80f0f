/// Opening and closing.
extension LocalLibrary {
  /// How a device proves to the server that it is one of the library's.
  public enum Access: Hashable, Sendable {
    /// By the secret that the storage keeps; without one the library is there, but only here, until
    /// `pair`.
    case remembered
    /// By this secret, as `dogear device add` prints it. The storage keeps it.
    case token(String)
    /// By pairing, once, with a code or link as `dogear pair` prints it, under this name. A storage
    /// that keeps a secret does not use the code.
    case code(String, deviceName: String? = nil)
  }

  /// Opens the library kept in the file at `path`, which is made where there is none, and begins to
  /// sync. Waits for the disk, and for the server only where a code is to be redeemed.
  ///
  /// - Parameters:
  ///   - path: A file of the program's own, in a folder that exists.
  ///   - server: Where the server listens.
  ///   - access: How the device proves itself.
  ///   - client: The program's name and version, for the server's log.
  ///   - startsSyncing: Whether it begins to sync at once. Who must not miss what comes in first says
  ///     no, looks at the view, asks for `changes`, and then calls `startSyncing`.
  /// - Returns: The library.
  /// - Throws: `StorageError`, or `ServerError` where a code could not be redeemed.
  public static func open(
    at path: String, server: ServerAddress, access: Access = .remembered, client: String,
    startsSyncing: Bool = true
  ) async throws -> LocalLibrary {
    try await open(
      SQLiteStorage(path: path), server: server, access: access, client: client,
      startsSyncing: startsSyncing)
  }

  /// Opens the library in `storage`, as the other does.
  /// - Returns: The library.
  /// - Throws: `StorageError`, or `ServerError` where a code could not be redeemed.
  public static func open(
    _ storage: some LocalStorage, server: ServerAddress, access: Access = .remembered,
    client: String, startsSyncing: Bool = true
  ) async throws -> LocalLibrary {
    let desk = StorageDesk(storage)
    do {
      var kept = try await desk.ask { storage throws(StorageError) in try storage.load() }
      let token = try await secret(for: access, kept: kept.token, server: server, client: client)
      if let token, token != kept.token {
        try await desk.ask { storage throws(StorageError) in try storage.keep(token: token) }
        kept.token = token
      }
      let library = LocalLibrary(kept, desk: desk, server: server, client: client)
      if startsSyncing { await library.startSyncing() }
      return library
    } catch {
      desk.close()
      throw error
    }
  }

  private static func secret(
    for access: Access, kept: String?, server: ServerAddress, client: String
  ) async throws(ServerError) -> String? {
    switch access {
    case .remembered: return kept
    case .token(let token): return token
    case .code(let code, let name):
      if let kept { return kept }
      return try await redeem(code, deviceName: name, server: server, client: client)
    }
  }

  /// Begins to sync, where `open` was told not to; else does nothing.
  public func startSyncing() {
    guard !isSyncing, !isClosing else { return }
    isSyncing = true
    handle(.start)
  }

  /// Stops syncing, sees every edit onto the disk, and lets go of the storage. Streams end; who waits
  /// for an edit that the disk does not take gets `LibraryClosed`.
  public func close() async {
    if !isClosing {
      isClosing = true
      handle(.stop)
    }
    if isSaving { await withCheckedContinuation { closers.append($0) } }
    finish()
    // The desk answers in turn: once it does, the file is closed.
    _ = try? await desk.ask { storage throws(StorageError) in storage.close() }
  }

  private func finish() {
    // What the disk refused as its last is not tried again: the storage may be another's.
    timers = [:]
    let waiting = editors.values
    editors = [:]
    for editor in waiting { editor.resume(throwing: LibraryClosed()) }
    changeOutlets.finish()
    statusOutlets.finish()
  }
}
