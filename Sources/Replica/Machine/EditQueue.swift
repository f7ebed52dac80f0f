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

  // MARK: Pushing

  /// Forgets what was in flight: the connection is gone, and all of it is pushed again.
  mutating func disconnected() {
    inFlight = Ordered()
    pushed = []
  }

  /// The pushes that may go out now: ops in order, within the server's bounds, a few at a time, up to
  /// the first that is not safe.
  mutating func nextPushes(_ limits: SessionLimits, isSafe: (String) -> Bool) -> [Push] {
    let isCautious = !suspects.isEmpty
    let inFlightMax = isCautious ? 1 : Limits.pushesInFlightMax
    guard inFlight.count < inFlightMax, !waitingOperations.isEmpty else { return [] }
    let countMax = isCautious ? 1 : limits.pushOperationCountMax
    var pushes: [Push] = []
    var chosen: [Operation] = []
    var byteCount = Limits.pushEnvelopeByteCount
    for queued in waitingOperations.lazyValues where !pushed.contains(queued.id) {
      guard isSafe(queued.id) else { break }
      let size = queued.operation.pushedByteCount
      let isFull = chosen.count >= countMax || byteCount + size > limits.pushByteCountMax
      if isFull, !chosen.isEmpty {
        pushes.append(departing(chosen))
        chosen = []
        byteCount = Limits.pushEnvelopeByteCount
        guard inFlight.count < inFlightMax else { return pushes }
      }
      chosen.append(queued.operation)
      byteCount += size
    }
    if !chosen.isEmpty { pushes.append(departing(chosen)) }
    return pushes
  }

  private mutating func departing(_ operations: [Operation]) -> Push {
    lastBatch += 1
    inFlight[lastBatch] = operations.map(\.id)
    pushed.formUnion(operations.map(\.id))
    return Push(batch: .number(lastBatch), operations)
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

  /// The acked ops to push again to a server restored to another epoch, waiting as before.
  func lost(in epoch: String) -> [QueuedOperation] {
    ackedOperations.lazyValues.compactMap { queued in
      guard case .acked(_, let own, _) = queued.state, own != epoch else { return nil }
      var queued = queued
      queued.state = .waiting
      return queued
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
