import Library
import Store
import TestSupport

/// Writes operations into a store as one device would, merged as the server merges, one commit each
/// unless told otherwise.
struct Scribe {
  let store: any LibraryStore
  let library = "books"
  let device: String
  let incarnation: String

  init(_ store: any LibraryStore, device: String = "laptop", incarnation: String = "first") {
    self.store = store
    self.device = device
    self.incarnation = incarnation
  }

  /// Commits `operations`, each a list of changes, in one transaction at `time`; with `isInParts` each of them is
  /// written by itself there.
  @discardableResult
  func write(
    _ operations: [[Change]], time: Int = 2_000, isInParts: Bool = false
  ) throws(StoreError) -> Int {
    try commit(operations, time: time, isInParts: isInParts).head
  }

  /// The same, with the rows of what was written.
  func commit(
    _ operations: [[Change]], time: Int = 2_000, isInParts: Bool = false
  ) throws(StoreError) -> RowPage {
    try store.commit(to: library) { snapshot throws(StoreError) in
      var progress =
        try snapshot.progress(of: device, in: incarnation)
        ?? DeviceProgress(device: device, incarnation: incarnation)
      let time = max(time, snapshot.library.time)
      var head = snapshot.library.head
      var states: [EntityKey: EntityState] = [:]
      var log: [LoggedOperation] = []
      var history: [[HistoryEntry]] = []
      for changes in operations {
        let keys = changes.map(\.entity).filter { states[$0] == nil }
        states.merge(try snapshot.states(of: keys)) { $1 }
        progress.n += 1
        let operation = Operation(
          id: "\(device)-\(progress.n)", n: progress.n, base: head, at: time, changes: changes)
        let result: OperationResult
        do throws(Problem) {
          var source = StatesOnly { [states] in states[$0] }
          let applied = try Merge.apply(
            operation, device: device, incarnation: incarnation,
            moment: Moment(seq: head + 1, baseTime: 0, now: time), from: &source)
          head += 1
          for state in applied.states { states[state.entity] = state }
          if !applied.history.isEmpty { history.append(applied.history) }
          result = .accepted(seq: head, applied.outcome, conflict: applied.conflict)
        } catch {
          result = .refused(error)
        }
        log.append(
          LoggedOperation(
            operation, device: device, incarnation: incarnation, time: time, result: result))
        guard isInParts else { continue }
        try snapshot.write(
          CommitBatch(
            operations: log, states: states.values.filter { $0.seq == head }, history: history,
            progress: [progress], head: head, time: time))
        (states, log, history) = ([:], [], [])
      }
      let written = states.values.filter { $0.seq > snapshot.library.head }
      return (
        CommitBatch(
          operations: log, states: Array(written), history: history, progress: [progress],
          head: head, time: time),
        ()
      )
    }.page
  }

  /// Commits one operation.
  @discardableResult
  func write(_ changes: Change..., time: Int = 2_000) throws(StoreError) -> Int {
    try write([changes], time: time)
  }
}

extension Change {
  /// Makes the book `id`.
  static func book(_ id: String, title: String = "Emma") -> Change {
    Change(
      EntityKey(kind: "book", id: id), life: .create, set: ["title": .string(title)])
  }

  /// Writes one field of the book `id`.
  static func edit(_ id: String, _ field: String, _ value: JSONValue) -> Change {
    Change(EntityKey(kind: "book", id: id), set: [field: value])
  }
}

extension LibraryStore {
  /// A page of `books`.
  func page(
    since cursor: Int, limit: Int = 1_000, byteCountMax: Int = 1 << 20
  ) throws(StoreError) -> StatePage {
    try read("books") { snapshot throws(StoreError) in
      try snapshot.page(since: cursor, limit: limit, byteCountMax: byteCountMax)
    }
  }
}

extension StatePage {
  /// The ids in the page.
  var ids: [String] { states.map(\.entity.id) }
}
