import Library
import Store
import Synchronization

/// The store that the hub gets: passes everything on to SQLite, writes down every commit, and is where
/// disks fill up and processes die.
final class WitnessStore: LibraryStore, SceneStore, BlobStore {
  /// What becomes of the process at a commit.
  enum Death: Sendable {
    /// It dies with the commit not begun.
    case before
    /// It dies with the commit durable, and nobody told.
    case after
  }

  private struct State {
    var store: SQLiteStore
    var chronicle: Chronicle
    var isFull = false
    var isDead = false
    /// How the process dies, and after how many more commits.
    var death: (Death, commits: Int)?
    #if MUTANTS
      /// What was there before the last commit, which has not reached the disk.
      var unsynced: (SQLiteStore, Chronicle)?
    #endif
  }

  private let state: Mutex<State>

  init(_ store: SQLiteStore, chronicle: Chronicle) {
    state = Mutex(State(store: store, chronicle: chronicle))
  }

  /// The database itself, which never fails.
  var inner: SQLiteStore { state.withLock { $0.store } }

  /// All that was committed.
  var chronicle: Chronicle { state.withLock { $0.chronicle } }

  /// The present epoch.
  var epoch: String { state.withLock { $0.chronicle.epoch } }

  /// The last sequence that is durable.
  var head: Int { state.withLock { $0.chronicle.head } }

  /// Whether the process has died in the middle of a commit.
  var isDead: Bool { state.withLock { $0.isDead } }

  /// Lets the process die at a commit to come.
  func die(_ death: Death, in commits: Int) {
    state.withLock { $0.death = (death, commits) }
  }

  /// The process will not die after all.
  func spare() { state.withLock { $0.death = nil } }

  /// A new process starts on what is there.
  func revive() {
    state.withLock {
      #if MUTANTS
        if let (store, chronicle) = $0.unsynced { ($0.store, $0.chronicle) = (store, chronicle) }
        $0.unsynced = nil
      #endif
      $0.isDead = false
      $0.death = nil
    }
  }

  /// Lets the disk fill up, or makes room.
  func fill(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

  /// Another database takes the place of this one.
  func replace(with store: SQLiteStore, _ chronicle: Chronicle) {
    state.withLock {
      $0.store = store
      $0.chronicle = chronicle
    }
  }

  // MARK: What the hub asks for

  private static let died = StoreError.failed(code: -2, "The process died.")

  private func living() throws(StoreError) -> SQLiteStore {
    let (store, isDead) = state.withLock { ($0.store, $0.isDead) }
    if isDead { throw Self.died }
    return store
  }

  private func writable() throws(StoreError) -> SQLiteStore {
    let store = try living()
    if state.withLock({ $0.isFull }) { throw .full }
    return store
  }

  /// Whether the process dies now.
  private func dies(_ moment: Death) -> Bool {
    state.withLock {
      guard let (death, commits) = $0.death, death == moment else { return false }
      $0.death = (death, commits - 1)
      $0.isDead = commits <= 0
      return $0.isDead
    }
  }

  func commit<Result>(
    to library: String,
    _ body: (any LibrarySnapshot) throws(StoreError) -> (batch: CommitBatch, result: Result)
  ) throws(StoreError) -> (result: Result, page: RowPage) {
    let store = try writable()
    if dies(.before) { throw Self.died }
    #if MUTANTS
      if Mutant.isOn(.unsyncedCommits) {
        let unsynced = (try store.backUp(), chronicle)
        state.withLock { $0.unsynced = unsynced }
      }
    #endif
    var committed: CommitBatch?
    let result = try store.commit(to: library) { snapshot throws(StoreError) in
      let (batch, result) = try body(snapshot)
      committed = batch
      return (batch, result)
    }
    if let committed { state.withLock { $0.chronicle.note(committed) } }
    if dies(.after) { throw Self.died }
    return result
  }

  func read<Result>(
    _ library: String, _ body: (any LibrarySnapshot) throws(StoreError) -> Result
  ) throws(StoreError) -> Result { try living().read(library, body) }

  func library(_ id: String) throws(StoreError) -> LibraryRecord? { try living().library(id) }

  func libraries(of account: String) throws(StoreError) -> [LibraryRecord] {
    try living().libraries(of: account)
  }

  func scenes(of account: String) throws(StoreError) -> SceneHoldings {
    try living().scenes(of: account)
  }

  func save(_ changes: SceneChanges) throws(StoreError) { try writable().save(changes) }

  func accounts() throws(StoreError) -> [AccountRecord] { try living().accounts() }

  func add(_ account: AccountRecord, with library: LibraryRecord) throws(StoreError) {
    try writable().add(account, with: library)
  }

  func devices(of account: String) throws(StoreError) -> [DeviceRecord] {
    try living().devices(of: account)
  }

  func device(_ id: String) throws(StoreError) -> DeviceRecord? { try living().device(id) }

  func device(holding secret: SecretHash) throws(StoreError) -> DeviceRecord? {
    try living().device(holding: secret)
  }

  func add(_ device: DeviceRecord, secret: SecretHash?) throws(StoreError) {
    try writable().add(device, secret: secret)
  }

  func rename(device id: String, to name: String) throws(StoreError) -> Bool {
    try writable().rename(device: id, to: name)
  }

  func revoke(device id: String, at time: Int) throws(StoreError) -> Bool {
    try writable().revoke(device: id, at: time)
  }

  func note(seen: [String: Int]) throws(StoreError) { try writable().note(seen: seen) }

  func add(_ pairing: PairingRecord, now: Int) throws(StoreError) {
    try writable().add(pairing, now: now)
  }

  func redeem(
    code: SecretHash, expiring alive: ClosedRange<Int>, for device: DeviceRecord, secret: SecretHash
  ) throws(StoreError) -> DeviceRecord? {
    try writable().redeem(code: code, expiring: alive, for: device, secret: secret)
  }

  func credibleTime() throws(StoreError) -> CredibleTime? { try living().credibleTime() }

  func note(_ time: CredibleTime) throws(StoreError) { try writable().note(time) }

  func note(watermarks: [String: Int]) throws(StoreError) {
    try writable().note(watermarks: watermarks)
  }

  func beginEpochs(_ make: () -> String) throws(StoreError) { try writable().beginEpochs(make) }

  func blob(_ id: String, of library: String) throws(StoreError) -> [UInt8]? {
    try living().blob(id, of: library)
  }

  func keep(
    _ bytes: [UInt8], as id: String, of library: String, countMax: Int,
    byteCountMax: Int
  ) throws(StoreError) -> BlobKeeping {
    try writable().keep(
      bytes, as: id, of: library, countMax: countMax, byteCountMax: byteCountMax)
  }

  func letGoOfBlobs(
    of library: String, unnamedSince horizon: Int, time: Int, limit: Int
  ) throws(StoreError) -> Bool {
    try writable().letGoOfBlobs(of: library, unnamedSince: horizon, time: time, limit: limit)
  }

  func verify() throws(StoreError) -> [String] { try living().verify() }

  func findings() throws(StoreError) -> [String] { try living().findings() }
}
