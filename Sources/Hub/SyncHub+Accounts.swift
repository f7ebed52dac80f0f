package import Store

/// Who may reach which library.
///
/// Ids, codes and tokens are made by the caller, who has randomness; only hashes of secrets come in.
extension SyncHub {
  /// What a good token stands for.
  package struct Identity: Hashable, Sendable {
    /// The account.
    package let account: AccountRecord
    /// The device that holds the token.
    package let device: DeviceRecord
    /// The account's own library: its first.
    package let library: LibraryRecord
  }

  /// The account that the first start made, with its library; nil before it.
  /// - Throws: `StoreError`.
  package func owner() throws(StoreError) -> (account: AccountRecord, library: LibraryRecord)? {
    guard let account = try store.accounts().first,
      let library = try store.libraries(of: account.id).first
    else { return nil }
    return (account, library)
  }

  /// Makes the owner's account and library at the first start.
  /// - Throws: `StoreError`; nothing was made then.
  package func setUp(_ account: AccountRecord, with library: LibraryRecord) throws(StoreError) {
    try store.add(account, with: library)
  }

  /// Whom the token with this hash stands for; nil when it is not known, or was taken away.
  /// - Throws: `StoreError`.
  package func identify(_ secret: SecretHash) throws(StoreError) -> Identity? {
    guard let device = try store.device(holding: secret) else { return nil }
    return try identity(of: device)
  }

  private func identity(of device: DeviceRecord) throws(StoreError) -> Identity? {
    guard let account = try store.accounts().first(where: { $0.id == device.account }),
      let library = try store.libraries(of: account.id).first
    else { return nil }
    return Identity(account: account, device: device, library: library)
  }
}

// MARK: Pairing

extension SyncHub {
  /// Lets one device join `account` with the code that has this hash, until `expires`.
  /// - Throws: `StoreError`.
  package func addPairingCode(
    _ code: SecretHash, to account: String, expires: Int, now: Int
  ) throws(StoreError) {
    try store.add(PairingRecord(code: code, account: account, expires: expires), now: now)
  }

  /// Uses up a pairing code for a new device `id` whose token has the hash `secret`. Returns nil,
  /// and uses up nothing, when no such code is alive: `lifetime` milliseconds are what a code is given, and
  /// one that has more left than that was made while the clock was ahead.
  ///
  /// Whoever calls limits the attempts: 50 bits bear a thousand guesses a second, not more.
  /// - Throws: `StoreError`.
  package func redeem(
    _ code: SecretHash, device id: String, name: String, secret: SecretHash, now: Int, lifetime: Int
  ) throws(StoreError) -> Identity? {
    let device = DeviceRecord(id: id, account: "", name: name, created: now)
    let alive = now + 1...now + lifetime + Limits.clockStepMilliseconds
    let joined = try store.redeem(code: code, expiring: alive, for: device, secret: secret)
    guard let joined else { return nil }
    return try identity(of: joined)
  }
}

// MARK: Devices

extension SyncHub {
  /// The devices of `account`, oldest first, the revoked ones included. Those connected now were
  /// last seen `now`.
  /// - Throws: `StoreError`.
  package func devices(of account: String, now: Int) throws(StoreError) -> [DeviceRecord] {
    try store.devices(of: account).map { device in
      var device = device
      if openSessions[device.id] != nil {
        device.seen = now
      } else if let seen = seen[device.id] {
        device.seen = min(seen, now)
      }
      return device
    }
  }

  /// Takes note that a device, which is not connected, was heard of `now`.
  package mutating func heard(of device: String, now: Int) {
    seen[device] = max(seen[device] ?? 0, now)
  }

  /// Adds a device without a pairing code, for a program: the caller holds the token.
  /// - Throws: `StoreError`.
  package func addDevice(_ device: DeviceRecord, secret: SecretHash) throws(StoreError) {
    try store.add(device, secret: secret)
  }

  /// Names a device of `account`. Returns false where it has no such device.
  /// - Throws: `StoreError`.
  package func rename(
    device id: String, of account: String, to name: String
  ) throws(StoreError) -> Bool {
    guard try store.device(id)?.account == account else { return false }
    return try store.rename(device: id, to: name)
  }

  /// Takes from a device of `account` its token, closes its connections (4401), and forgets its
  /// windows and links. What it wrote stays. Returns nil where the account has no such device, or it
  /// was revoked before.
  /// - Throws: `StoreError`; the device is as it was then.
  package mutating func revoke(
    device id: String, of account: String, now: Int
  ) throws(StoreError) -> [HubOutput]? {
    guard try store.device(id)?.account == account else { return nil }
    try loadScenes(of: account)
    guard try store.revoke(device: id, at: now) else { return nil }
    var outputs: [HubOutput] = []
    for session in (openSessions[id] ?? []).sorted() {
      close(session, .revoked, now: now, &outputs)
    }
    removeScenes(of: id, of: account, now: now, &outputs)
    return outputs
  }
}
