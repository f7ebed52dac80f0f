import Library
import Wire

/// Our own ops: those that wait for the server, those it has but a restored server might lose, and
/// those it refused.
struct EditQueue: Sendable {
  private var waitingOperations = Ordered<String, QueuedOperation>()
  private var ackedOperations = Ordered<String, QueuedOperation>()
  private var refusedOperations = Ordered<String, QueuedOperation>()
  /// Ids by batch, on this connection.
  private var inFlight = Ordered<Int, [String]>()
  private var pushed: Set<String> = []
  /// Ops that may be what the server could not read.
  private var suspects: Set<String> = []
  private var lastBatch = 0
  /// The last n that the server said it has, at welcome.
  private var recorded = 0

  init(_ operations: [QueuedOperation] = []) {
    for queued in operations { put(queued) }
  }

  /// Ops the server has not judged, oldest first.
  var waiting: [QueuedOperation] { waitingOperations.values }
  var waitingCount: Int { waitingOperations.count }

  /// Ops the server refused, oldest first.
  var refused: [QueuedOperation] { refusedOperations.values }
  var refusedCount: Int { refusedOperations.count }

  func has(_ id: String) -> Bool {
    waitingOperations[id] != nil || ackedOperations[id] != nil || refusedOperations[id] != nil
  }

  func refused(_ id: String) -> QueuedOperation? { refusedOperations[id] }

  mutating func put(_ queued: QueuedOperation) {
    switch queued.state {
    case .waiting:
      ackedOperations[queued.id] = nil
      refusedOperations[queued.id] = nil
      waitingOperations[queued.id] = queued
    case .acked:
      waitingOperations[queued.id] = nil
      refusedOperations[queued.id] = nil
      ackedOperations[queued.id] = queued
    case .refused:
      waitingOperations[queued.id] = nil
      ackedOperations[queued.id] = nil
      refusedOperations[queued.id] = queued
    }
  }

  mutating func remove(_ id: String) {
    waitingOperations[id] = nil
    ackedOperations[id] = nil
    refusedOperations[id] = nil
  }

  /// Puts the waiting ops back in order, after older ones have joined them.
  mutating func reorder() { waitingOperations.sort { $0.order < $1.order } }

  // MARK: Other tabs

  /// An edit, with what other tabs or processes of ours wrote in its texts meanwhile, behind `order`.
  ///
  /// The server takes that for seen (SYNC §2, *Seen*), so who had not seen it must bring it along. They
  /// are taken to have gone on from the last text of ours, which holds those before it: what they changed
  /// is changed there, and they have seen no more than its author had. So others' words that one of the
  /// two had not seen are concurrent, and stay where the server has them.
  ///
  /// Where both changed the same words both stand, one behind the other. What gets too long is refused,
  /// and shown. Where epochs differ nobody can tell who had seen more, and of ops that were forgotten
  /// nobody knows: over these it goes as it was written, and the history keeps theirs.
  func joined(_ queued: QueuedOperation, behind order: Int) -> QueuedOperation {
    guard order < queued.order - 1 else { return queued }
    let operations = [ackedOperations, waitingOperations]
      .flatMap { $0.lazyValues.filter { $0.order > order } }
      .sorted { $0.order > $1.order }
    var joined = queued
    for (place, change) in queued.operation.changes.enumerated() {
      for (field, before) in queued.was[change.entity] ?? [:] {
        guard let value = change.set[field],
          let last = operations.first(where: { $0.value(of: field, in: change.entity) != nil }),
          let text = last.value(of: field, in: change.entity),
          last.operation.epoch == queued.operation.epoch
        else { continue }
        let both = TextMerge.join(base: before.string ?? "", text.string ?? "", value.string ?? "")
        joined.operation.changes[place].set[field] = both.isEmpty ? .null : .string(both)
        joined.was[change.entity]?[field] = text
        joined.operation.base = min(joined.operation.base, last.operation.base)
      }
    }
    return joined
  }

  // MARK: Pushing

  /// Forgets what was in flight: the connection is gone, and all of it is pushed again.
  mutating func disconnected() {
    inFlight = Ordered()
    pushed = []
  }

  /// The server has recorded our ops up to n.
  mutating func welcomed(recorded n: Int) { recorded = n }

  /// The pushes that may go out now: ops in order, within the server's bounds, a few at a time, up to
  /// the first that is not safe.
  ///
  /// Ops whose n the server has already go first and alone: if they turn out to be others than those
  /// it has, this device was cloned or restored, and nothing may overtake them.
  mutating func nextPushes(
    _ limits: SessionLimits, epoch: String, isSafe: (String) -> Bool
  ) -> [Push] {
    let isCautious = !suspects.isEmpty
    let inFlightMax = isCautious ? 1 : Limits.pushesInFlightMax
    guard inFlight.count < inFlightMax, !waitingOperations.isEmpty else { return [] }
    let countMax = isCautious ? 1 : limits.pushOperationCountMax
    var pushes: [Push] = []
    var chosen: [Operation] = []
    var byteCount = Limits.pushEnvelopeByteCount
    var ceiling: Int?
    for queued in waitingOperations.lazyValues {
      let n = queued.operation.n
      ceiling = ceiling ?? (n <= recorded ? recorded : .max)
      guard !pushed.contains(queued.id) else { continue }
      guard n <= ceiling ?? n, isSafe(queued.id) else { break }
      let size = queued.operation.pushedByteCount
      let isFull = chosen.count >= countMax || byteCount + size > limits.pushByteCountMax
      if isFull, !chosen.isEmpty {
        pushes.append(departing(chosen, to: epoch))
        chosen = []
        byteCount = Limits.pushEnvelopeByteCount
        guard inFlight.count < inFlightMax else { return pushes }
      }
      chosen.append(queued.operation)
      byteCount += size
    }
    if !chosen.isEmpty { pushes.append(departing(chosen, to: epoch)) }
    return pushes
  }

  private mutating func departing(_ operations: [Operation], to epoch: String) -> Push {
    lastBatch += 1
    inFlight[lastBatch] = operations.map(\.id)
    pushed.formUnion(operations.map(\.id))
    let told = operations.map { operation in
      var operation = operation
      // The library's present epoch goes without saying.
      if operation.epoch == epoch { operation.epoch = nil }
      return operation
    }
    return Push(batch: .number(lastBatch), told)
  }

  /// The ops of a push that is now answered, or none if we sent none of that name.
  mutating func answered(_ batch: BatchName) -> [QueuedOperation] {
    guard case .number(let number) = batch, let ids = inFlight[number] else { return [] }
    inFlight[number] = nil
    pushed.subtract(ids)
    suspects.subtract(ids)
    return ids.compactMap { waitingOperations[$0] }
  }

  /// The server closed because it could not read a message. If a single op was on its way, it is
  /// that op, which is returned; else the ops on their way go one by one from now on.
  mutating func culprit() -> QueuedOperation? {
    let ids = inFlight.values.flatMap(\.self)
    guard ids.count == 1 else {
      suspects.formUnion(ids)
      return nil
    }
    suspects.remove(ids[0])
    return waitingOperations[ids[0]]
  }

  // MARK: Resuming

  /// The waiting ops with n from 1 in a new incarnation (SYNC §3, fork).
  func renumbered(_ incarnation: String) -> [QueuedOperation] {
    waiting.enumerated().map { position, queued in
      var queued = queued
      queued.incarnation = incarnation
      queued.operation.n = position + 1
      return queued
    }
  }

  /// What a reset changes in the kept ops: those that were not acked in `epoch` wait again, and all
  /// say that their base counts in `former` (SYNC §3, *Resume*).
  func reset(to epoch: String, from former: String) -> [QueuedOperation] {
    let kept = [ackedOperations, waitingOperations, refusedOperations].flatMap(\.values)
    return kept.sorted { $0.order < $1.order }.compactMap { queued in
      var moved = queued
      moved.operation.epoch = queued.operation.epoch ?? former
      if case .acked(_, let own, _) = queued.state, own != epoch { moved.state = .waiting }
      return moved == queued ? nil : moved
    }
  }

  /// Whether the waiting ops follow, without a gap up to the last n given, what a server has recorded
  /// for `incarnation`.
  func isContiguous(_ incarnation: String, lastN: Int, recorded: Int) -> Bool {
    let waiting = waiting
    guard !waiting.isEmpty else { return recorded == lastN }
    let first = lastN - waiting.count + 1
    return recorded <= lastN && first <= recorded + 1
      && waiting.enumerated().allSatisfy { position, queued in
        queued.incarnation == incarnation && queued.operation.n == first + position
      }
  }

  /// The acked ops that need not be kept any more (SYNC §3): the backups hold them, or they are too
  /// old or too many. None that is still shown over the confirmed rows.
  func forgettable(_ checkpoint: Checkpoint, now: Int) -> [String] {
    let surplus = ackedOperations.count - Limits.keptOperationCountMax
    var ids: [String] = []
    for (position, queued) in ackedOperations.lazyValues.enumerated() {
      guard case .acked(let seq, let epoch, let at) = queued.state else { continue }
      let isConfirmed = epoch == checkpoint.epoch && seq <= checkpoint.cursor
      #if MUTANTS
        if Mutant.isOn(.ackedForgotten) { ids.append(queued.id) }
      #endif
      let isOver = position < surplus || now - at > Limits.keptMilliseconds
      if isConfirmed, seq <= checkpoint.watermark || isOver { ids.append(queued.id) }
    }
    return ids
  }
}

extension Operation {
  /// The bytes one op takes in a push, with its comma.
  var pushedByteCount: Int { json.canonicalBytes.count + 1 }
}
