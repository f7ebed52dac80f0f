import Library
import Store
import Synchronization

/// A store that fails to commit when a test says so, as a disk does.
final class FaultyStore: LibraryStore, SceneStore, BlobStore {
  private let store: any LibraryStore & SceneStore & BlobStore
  private let fault = Mutex<(@Sendable (CommitBatch) -> StoreError?)?>(nil)
  private let sceneFault = Mutex<StoreError?>(nil)
  private let commits = Mutex(0)

  init(_ store: any LibraryStore & SceneStore & BlobStore) { self.store = store }

  /// From now on commits fail for which `fault` has an error; nil lets all succeed.
  func fail(_ fault: (@Sendable (CommitBatch) -> StoreError?)?) {
    self.fault.withLock { $0 = fault }
  }

  /// From now on windows and links are not saved, or are again.
  func failScenes(_ error: StoreError?) {
    sceneFault.withLock { $0 = error }
  }

  /// How many commits were written.
  var commitCount: Int { commits.withLock { $0 } }

  func commit<Result>(
    to library: String,
    _ body: (any LibrarySnapshot) throws(StoreError) -> (batch: CommitBatch, result: Result)
  ) throws(StoreError) -> (result: Result, page: RowPage) {
    let result = try store.commit(to: library) { snapshot throws(StoreError) in
      let (batch, result) = try body(snapshot)
      // The batch is ready and nothing of it is written: here the disk is full, or the power fails.
      if let error = fault.withLock({ $0?(batch) }) { throw error }
      return (batch, result)
    }
    commits.withLock { $0 += 1 }
    return result
  }

  func read<Result>(
    _ library: String, _ body: (any LibrarySnapshot) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try store.read(library, body)
  }

  func library(_ id: String) throws(StoreError) -> LibraryRecord? { try store.library(id) }
  func libraries(of account: String) throws(StoreError) -> [LibraryRecord] {
    try store.libraries(of: account)
  }
  func scenes(of account: String) throws(StoreError) -> SceneHoldings {
    try store.scenes(of: account)
  }
  func save(_ changes: SceneChanges) throws(StoreError) {
    if let error = sceneFault.withLock({ $0 }) { throw error }
    try store.save(changes)
  }
  func accounts() throws(StoreError) -> [AccountRecord] { try store.accounts() }
  func add(_ account: AccountRecord, with library: LibraryRecord) throws(StoreError) {
    try store.add(account, with: library)
  }
  func devices(of account: String) throws(StoreError) -> [DeviceRecord] {
    try store.devices(of: account)
  }
  func device(_ id: String) throws(StoreError) -> DeviceRecord? { try store.device(id) }
  func device(holding secret: SecretHash) throws(StoreError) -> DeviceRecord? {
    try store.device(holding: secret)
  }
  func add(_ device: DeviceRecord, secret: SecretHash?) throws(StoreError) {
    try store.add(device, secret: secret)
  }
  func rename(device id: String, to name: String) throws(StoreError) -> Bool {
    try store.rename(device: id, to: name)
  }
  func revoke(device id: String, at time: Int) throws(StoreError) -> Bool {
    try store.revoke(device: id, at: time)
  }
  func note(seen: [String: Int]) throws(StoreError) { try store.note(seen: seen) }
  func add(_ pairing: PairingRecord, now: Int) throws(StoreError) {
    try store.add(pairing, now: now)
  }
  func redeem(
    code: SecretHash, expiring alive: ClosedRange<Int>, for device: DeviceRecord, secret: SecretHash
  ) throws(StoreError) -> DeviceRecord? {
    try store.redeem(code: code, expiring: alive, for: device, secret: secret)
  }
  func credibleTime() throws(StoreError) -> CredibleTime? { try store.credibleTime() }
  func note(_ time: CredibleTime) throws(StoreError) { try store.note(time) }
  func note(watermarks: [String: Int]) throws(StoreError) {
    try store.note(watermarks: watermarks)
  }
  func beginEpochs(_ make: () -> String) throws(StoreError) { try store.beginEpochs(make) }

  func blob(_ id: String, of library: String) throws(StoreError) -> [UInt8]? {
    try store.blob(id, of: library)
  }

  func keep(
    _ bytes: [UInt8], as id: String, of library: String, countMax: Int,
    byteCountMax: Int
  ) throws(StoreError) -> BlobKeeping {
    try store.keep(bytes, as: id, of: library, countMax: countMax, byteCountMax: byteCountMax)
  }

  func letGoOfBlobs(
    of library: String, unnamedSince horizon: Int, time: Int, limit: Int
  ) throws(StoreError) -> Bool {
    try store.letGoOfBlobs(of: library, unnamedSince: horizon, time: time, limit: limit)
  }

  func verify() throws(StoreError) -> [String] { try store.verify() }
  func findings() throws(StoreError) -> [String] { try store.findings() }
}
