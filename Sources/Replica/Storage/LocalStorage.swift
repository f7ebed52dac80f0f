/// Where a replica keeps what must survive the program: on disk (`SQLiteStorage`) or, for tests and
/// programs that keep nothing, in memory (`MemoryStorage`).
///
/// Every storage passes the contract suite of the tests. Calls come one at a time and may block.
public protocol LocalStorage: Sendable {
  /// Everything that is kept.
  /// - Throws: `StorageError`.
  func load() throws(StorageError) -> Kept

  /// Writes `batch` whole or not at all. What it writes survives a loss of power once this has
  /// returned.
  /// - Throws: `StorageError`; nothing of the batch is kept then, and it may be written again.
  func write(_ batch: Batch) throws(StorageError)

  /// Keeps the device's secret, in place of an earlier one.
  /// - Throws: `StorageError`.
  func keep(token: String) throws(StorageError)

  /// Lets go of the storage: another may open it. Nothing is called after it.
  func close()
}

/// What a storage holds.
public struct Kept: Hashable, Sendable {
  /// What the replica takes up again; nil in a storage that was never written to.
  public var stored: Stored?
  /// The device's secret; nil before it is paired.
  public var token: String?

  /// Makes what a storage holds.
  public init(stored: Stored? = nil, token: String? = nil) {
    self.stored = stored
    self.token = token
  }
}
