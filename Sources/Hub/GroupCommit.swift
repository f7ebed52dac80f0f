import Library
import Store
import Wire

/// One transaction in the making: orders, dedupes and merges operations on one snapshot.
///
/// What it relies on: nobody else writes to the library until its batch is written.
struct GroupCommit {
  let snapshot: any LibrarySnapshot
  /// As it was when the transaction began.
  let library: LibraryRecord
  /// The server time of the commit: not before that of any earlier one.
  let time: Int
  var head: Int

  /// What was read, as it stands after the operations so far.
  var states: [EntityKey: EntityState] = [:]
  /// What was looked for and did not exist then.
  var absent: Set<EntityKey> = []
  /// Whether new places may hold operations that the log has met under another incarnation. It nearly
  /// never has, and a group hardly ever one operation twice: rather than ask for each, one counts on it,
  /// and on the store to refuse it.
  private let expectsRecorded: Bool
  var baseTimes: [Int: Int] = [:]
  private var progress: [Author: DeviceProgress] = [:]
  private var stored: [Author: DeviceProgress] = [:]

  /// Connections that used an n that is another op's.
  private(set) var strayed: Set<SessionID> = []

  /// Steps of merging that the device at hand may still cause.
  var stepsLeft = 0
  /// The same of each device that has caused any.
  var stepsLeftByDevice: [String: Int] = [:]

  /// Why something could not be read while merging.
  var failure: StoreError?

  /// What is to be written.
  var written: [EntityKey] = []
  var history = WrittenHistory()
  /// The books whose sets changed here, by the identifiers they held after some operation.
  var identified: [String: WrittenTwins] = [:]
  /// The first books that held an identifier before this transaction, of those that were asked for.
  var storedTwins: [String: [EntityKey]] = [:]
  /// The orders in which a key grew too long.
  var unbalanced: Set<Rebalance.Order> = []
  var isWritten: Set<EntityKey> = []
  private var operations = WrittenOperations()

  /// One life of one device's queue.
  struct Author: Hashable {
    let device: String
    let incarnation: String

    /// Few devices have several lives at once.
    func hash(into hasher: inout Hasher) { hasher.combine(device) }

    static let server = Author(
      device: Library.Author.server, incarnation: Library.Author.server)
  }

  /// Begins a transaction on `snapshot`, at `now` by the machine's clock; `expectsRecorded` where the same
  /// was refused as `StoreError.recorded`.
  init(on snapshot: any LibrarySnapshot, now: Int, expectsRecorded: Bool = false) {
    self.snapshot = snapshot
    library = snapshot.library
    self.expectsRecorded = expectsRecorded
    self.time = max(now, library.time)
    self.head = library.head
    // Nobody made anything before the library was there.
    self.baseTimes[0] = library.created
  }

  /// Everything that the store is to write.
  var batch: CommitBatch {
    CommitBatch(
      operations: operations.entries, states: written.compactMap { states[$0] },
      history: history.operations,
      progress: progress.filter { stored[$0.key] != $0.value }.map(\.value), head: head, time: time)
  }

  /// What it all came to.
  func effect(results: [PushResult]) -> GroupEffect {
    GroupEffect(results: results, strayed: strayed, unbalanced: unbalanced)
  }
}

// MARK: Order

extension GroupCommit {
  /// Reads in a few questions what `group` will need.
  mutating func prepare(for group: [WaitingPush]) throws(StoreError) {
    var keys: Set<EntityKey> = []
    var bases: Set<Int> = []
    let count = group.reduce(0) { $0 + $1.content.count }
    keys.reserveCapacity(count)
    for push in group {
      push.content.forEachOperation { base, changes in
        if let base { bases.insert(library.base(base.base, in: base.epoch)) }
        for change in changes { keys.insert(change.entity) }
      }
    }
    let rest: [EntityKey]
    (states, rest) = try snapshot.states(of: keys, byteCountMax: Limits.heldByteCountMax)
    operations.reserve(count)
    written.reserveCapacity(keys.count)
    isWritten.reserveCapacity(keys.count)
    history.reserve(count)
    if states.count < keys.count { absent = keys.subtracting(states.keys).subtracting(rest) }
    bases = bases.filter { $0 > 0 && $0 <= head }
    baseTimes.merge(try snapshot.times(of: bases)) { $1 }
  }

  /// Takes one push: each operation for itself, in order.
  ///
  /// Where an earlier push of the connection used an n that is another op's (`hasStrayed`), nothing is
  /// taken, not even what would fit by its number: it follows on what is not here.
  mutating func apply(
    _ push: WaitingPush, hasStrayed: Bool
  ) throws(StoreError) -> PushResult {
    let author = Author(device: push.device, incarnation: push.incarnation)
    var own = try progress(of: author)
    var results: [Ack.Result] = []
    var hasStrayed = hasStrayed || push.source.session.map(strayed.contains) ?? false
    switch push.content {
    case .pushed(let operations):
      results.reserveCapacity(operations.count)
      for operation in operations {
        let last = own.n
        let result =
          hasStrayed
          ? Ack.Result(n: operation.n, .strayed(operation.n))
          : try apply(based(operation), from: &own)
        hasStrayed =
          hasStrayed || operation.n <= last && result.problem?.code == .outOfOrder
        results.append(result)
        if isOverfull { try writeOut(with: own) }
      }
      if hasStrayed, let session = push.source.session { strayed.insert(session) }
    case .edited(let items, let base):
      let base = base.map { library.base($0, in: nil) }
      for item in items {
        let operation = Operation(
          id: item.id, n: own.n + 1, base: base ?? head, at: time, changes: item.changes)
        results.append(try apply(.valid(operation), from: &own))
        if isOverfull { try writeOut(with: own) }
      }
    }
    progress[author] = own
    return PushResult(through: own.n, results: results)
  }

  /// Whether more is held than should be.
  var isOverfull: Bool { snapshot.readByteCount > Limits.heldByteCountMax }

  /// Writes what there is so far, of which the last is by an author who has come as far as `own`, and lets go of
  /// it: what follows reads it like anything else that is stored.
  mutating func writeOut(with own: DeviceProgress) throws(StoreError) {
    progress[Author(device: own.device, incarnation: own.incarnation)] = own
    try snapshot.write(batch)
    stored.merge(progress) { $1 }
    (states, absent) = ([:], [])
    (written, isWritten, history) = ([], [], WrittenHistory())
    operations = WrittenOperations()
    (identified, storedTwins) = ([:], [:])
  }

  /// How far `author` has come.
  mutating func progress(of author: Author) throws(StoreError) -> DeviceProgress {
    if let known = progress[author] { return known }
    stored[author] = try snapshot.progress(of: author.device, in: author.incarnation)
    let found =
      stored[author] ?? DeviceProgress(device: author.device, incarnation: author.incarnation)
    progress[author] = found
    return found
  }

  /// The operation with its base as it counts in this library's own past: of another epoch, or of a
  /// future that the library does not have, its author had seen only what is common.
  private func based(_ pushed: PushedOperation) -> PushedOperation {
    guard case .valid(var operation) = pushed else { return pushed }
    #if MUTANTS
      if Mutant.isOn(.epochsIgnored) { operation.epoch = nil }
    #endif
    operation.base = library.base(operation.base, in: operation.epoch)
    if operation.epoch == library.epoch { operation.epoch = nil }
    return .valid(operation)
  }

  /// Takes one operation of an author who has come as far as `own`: exactly once, whatever is sent
  /// again, and never out of its order.
  private mutating func apply(
    _ pushed: PushedOperation, from own: inout DeviceProgress
  ) throws(StoreError) -> Ack.Result {
    if pushed.n <= own.n {
      if let earlier = try earlier(pushed.id) { return Ack.Result(n: pushed.n, again: earlier) }
      // What had no id could not be recorded, and is as wrong as it was.
      return Ack.Result(n: pushed.n, pushed.unrecordable(from: own.device) ?? .reused(pushed.n))
    }
    guard pushed.n == own.n + 1 else {
      return Ack.Result(n: pushed.n, .skipped(to: pushed.n, last: own.n))
    }
    own.n = pushed.n
    #if MUTANTS
      let isTakenAgain = Mutant.isOn(.resentTwice)
    #else
      let isTakenAgain = false
    #endif
    if expectsRecorded, let earlier = try earlier(pushed.id), !isTakenAgain {
      // Met under another incarnation: its effects are there, once.
      own.unlogged += 1
      return Ack.Result(n: pushed.n, again: earlier)
    }
    switch pushed {
    case .valid(let operation):
      return log(operation, from: &own, try merge(operation, by: own))
    case .invalid(let n, let id, let problem):
      let operation = Operation(id: id ?? "", n: n, base: 0, at: 0, changes: [])
      return log(operation, from: &own, .refused(problem))
    }
  }

  /// What was recorded of an operation that may have been met long ago.
  private mutating func earlier(_ id: String?) throws(StoreError) -> RecordedOperation? {
    guard let id else { return nil }
    if let here = operations.recorded(id) { return here }
    return try snapshot.recorded([id])[id]
  }

  /// The next operation of the server itself. Its id follows from its place, so that the same events
  /// give the same log; one that a device has taken is left to it.
  mutating func own(_ changes: [Change]) throws(StoreError) -> Operation {
    let name = "\(Library.Author.server)-\(head + 1)"
    var id = name
    var number = 1
    while try earlier(id) != nil {
      id = "\(name)-\(number)"
      number += 1
    }
    return Operation(
      id: id, n: try progress(of: .server).n + 1, base: head, at: time, changes: changes)
  }

  /// Logs an operation of the server itself.
  mutating func logOwn(_ operation: Operation, _ result: OperationResult) throws(StoreError) {
    var own = try progress(of: .server)
    own.n = operation.n
    _ = log(operation, from: &own, result)
    progress[.server] = own
  }

  /// Puts an operation into the log, so that it is answered alike when it is sent again.
  private mutating func log(
    _ operation: Operation, from own: inout DeviceProgress, _ result: OperationResult
  ) -> Ack.Result {
    guard Identifier.isValid(operation.id) else {
      own.unlogged += 1
      return Ack.Result(n: operation.n, result)
    }
    operations.append(
      LoggedOperation(
        operation, device: own.device, incarnation: own.incarnation, time: time, result: result))
    return Ack.Result(n: operation.n, result)
  }
}
