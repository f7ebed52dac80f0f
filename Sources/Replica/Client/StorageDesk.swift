import Dispatch

/// Does what a storage is asked, one call after the other, on a thread that may wait for the disk.
final class StorageDesk: Sendable {
  private let storage: any LocalStorage
  // A queue without a target has a thread beyond the pool's.
  private let queue = DispatchQueue(label: "dogear.replica.storage")

  init(_ storage: any LocalStorage) { self.storage = storage }

  /// Does `work` in its turn, and says what came of it, on the desk's own queue.
  func ask<Value: Sendable>(
    _ work: @escaping @Sendable (any LocalStorage) throws(StorageError) -> Value,
    then: @escaping @Sendable (Result<Value, StorageError>) -> Void
  ) {
    queue.async { [storage] in then(Result { () throws(StorageError) in try work(storage) }) }
  }

  /// Does `work` in its turn.
  /// - Throws: `StorageError`.
  func ask<Value: Sendable>(
    _ work: @escaping @Sendable (any LocalStorage) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await withCheckedContinuation { continuation in
      ask(work) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Closes the storage after everything that was asked.
  func close() { queue.async { [storage] in storage.close() } }
}
