import Library
import OrderedCollections
import Wire

/// Everything the replica keeps. One batch moves checkpoint, queue, view and disk alike, so that
/// they never disagree.
struct Ledger: Sendable {
  private(set) var checkpoint: Checkpoint
  private(set) var view: LibraryView
  var queue: EditQueue
  /// Why the disk did not take the last transaction, in words for a person; until one is through, whatever
  /// is tried meanwhile.
  private(set) var storageProblem: String?
  /// Whether a disk that failed is to be tried again.
  private var isRetryDue = false
  private var unsaved = Unsaved()
  /// The transaction on its way.
  private var saving: (number: Int, batch: Batch)?
  private var saveCount = 0
  /// Ops that a crash would lose.
  private var volatile: Set<String> = []
  /// Edits whose authors wait to hear that they are safe.
  private var unsettled: Set<String> = []
  private var changedKeys: OrderedSet<EntityKey> = []
  private var isEverythingChanged = false
  private var isChangedRemotely = false

  /// Takes up where the storage left off; nil begins anew, as `incarnation`.
  init(_ stored: Stored?, incarnation: String) {
    let kept =
      stored
      ?? Stored(
        checkpoint: Checkpoint(incarnation: incarnation), entities: [], operations: [])
    checkpoint = kept.checkpoint
    view = LibraryView(kept)
    queue = EditQueue(kept.operations)
    if stored == nil { unsaved.add(Batch(checkpoint: checkpoint)) }
  }

  /// Moves everything on by what the server has told.
  mutating func write(_ advance: Advance) {
    checkpoint = advance.checkpoint
    let (touched, batch) = view.apply(advance)
    unsaved.add(batch)
    note(touched, isRemote: batch.entities.contains { $0.by != checkpoint.device?.id })
  }

  /// Moves everything on by one batch of our own.
  mutating func write(_ batch: Batch) {
    if let checkpoint = batch.checkpoint { self.checkpoint = checkpoint }
    for id in batch.removedOperations { queue.remove(id) }
    for queued in batch.operations {
      queue.put(queued)
      if queued.isWaiting { volatile.insert(queued.id) }
    }
    unsaved.add(batch)
    note(view.apply(batch), isRemote: false)
  }

  private mutating func note(_ touched: LibraryView.Touched, isRemote: Bool) {
    switch touched {
    case .everything: isEverythingChanged = true
    case .keys(let keys):
      guard !keys.isEmpty else { return }
      changedKeys.append(contentsOf: keys)
    }
    isChangedRemotely = isChangedRemotely || isRemote
  }

  /// What views must look at again since the last call.
  mutating func takeChanged() -> Output? {
    defer {
      changedKeys = []
      isEverythingChanged = false
      isChangedRemotely = false
    }
    if isEverythingChanged { return .changed(.everything, isRemote: isChangedRemotely) }
    guard !changedKeys.isEmpty else { return nil }
    return .changed(.keys(Array(changedKeys)), isRemote: isChangedRemotely)
  }

  // MARK: The disk

  /// The next transaction, or nil while one is on its way, or a disk that failed has its rest.
  mutating func nextSave() -> Output? {
    guard saving == nil, storageProblem == nil || isRetryDue, !unsaved.isEmpty else { return nil }
    isRetryDue = false
    saveCount += 1
    let batch = unsaved.take()
    saving = (saveCount, batch)
    return .persist(number: saveCount, batch: batch)
  }

  /// Lets a disk that failed have its next chance.
  mutating func retrySaving() { isRetryDue = true }

  /// The transaction is on the disk.
  /// - Returns: The edits whose authors may hear it.
  mutating func persisted(_ number: Int) -> [String] {
    guard let done = saving, done.number == number else { return [] }
    saving = nil
    storageProblem = nil
    let ids = done.batch.operations.map(\.id)
    for id in ids where !unsaved.has(operation: id) { volatile.remove(id) }
    return settle(ids)
  }

  /// The disk did not take the transaction; it goes with the next.
  /// - Returns: Whether it was the one on its way.
  mutating func notPersisted(_ number: Int, reason: String) -> Bool {
    guard let failed = saving, failed.number == number else { return false }
    saving = nil
    unsaved.addBelow(failed.batch)
    storageProblem = reason
    return true
  }

  /// The pushes that may go out now; of ops that a crash of ours would lose only when the disk fails,
  /// for then the server is the safer place.
  mutating func nextPushes(_ limits: SessionLimits, epoch: String) -> [Push] {
    let isFailing = storageProblem != nil
    let volatile = volatile
    return queue.nextPushes(limits, epoch: epoch) { isFailing || !volatile.contains($0) }
  }

  /// Whether an op needs no more waiting for the disk.
  func isSafe(_ id: String) -> Bool { storageProblem != nil || !volatile.contains(id) }

  /// Somebody waits for the edit to be safe.
  mutating func expect(_ id: String) { unsettled.insert(id) }

  /// The edits among `ids` that somebody waits for; they are safe now.
  mutating func settle(_ ids: [String]) -> [String] {
    ids.filter { unsettled.remove($0) != nil }
  }

  /// A new incarnation: the same queue with n from 1 (SYNC §3, fork).
  mutating func renumber(_ incarnation: String) {
    let operations = queue.renumbered(incarnation)
    var checkpoint = checkpoint
    checkpoint.incarnation = incarnation
    checkpoint.lastN = operations.count
    checkpoint.sent = nil
    write(Batch(checkpoint: checkpoint, operations: operations))
  }
}
