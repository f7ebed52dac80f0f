import Synchronization

/// A storage that is gone with the program.
public final class MemoryStorage: LocalStorage {
  private let kept: Mutex<Kept>

  /// Makes a storage that holds `kept`: nothing, unless told otherwise.
  public init(_ kept: Kept = Kept()) { self.kept = Mutex(kept) }

  /// Everything that is kept.
  public func load() throws(StorageError) -> Kept { kept.withLock { $0 } }

  /// Keeps what is in `batch`.
  public func write(_ batch: Batch) throws(StorageError) {
    kept.withLock { kept in
      let checkpoint = batch.checkpoint ?? Checkpoint(incarnation: "")
      var stored = kept.stored ?? Stored(checkpoint: checkpoint, entities: [], operations: [])
      stored.apply(batch)
      kept.stored = stored
    }
  }

  /// Keeps the device's secret.
  public func keep(token: String) throws(StorageError) { kept.withLock { $0.token = token } }

  /// Does nothing: there is nothing to let go of.
  public func close() {}
}
