import Library
import Store

/// All that was ever committed to a library, as an observer behind the hub's back wrote it down: what
/// the checks hold everybody else's word against.
struct Chronicle: Sendable {
  /// What everyone should show of an entity.
  struct Shape: Hashable, Sendable {
    var fields: JSONObject = [:]
    var isDeleted = false
    var alias: String?

    /// Whether there is nothing to show: a skeleton is the same as nothing.
    var isNothing: Bool { isDeleted && fields.isEmpty && alias == nil }
  }

  /// The present life of the library.
  private(set) var epoch: String
  /// The past lives of the library: an epoch, and the head up to which it is this library's past.
  private(set) var ancestors: [(epoch: String, head: Int)] = []
  private(set) var head = 0
  /// Server time at each head: `times[seq]` is when `seq` was committed.
  private(set) var times: [Int]
  /// Every operation that was met, in order, refused ones included.
  private(set) var operations: [LoggedOperation] = []
  /// The heads after each commit.
  private(set) var boundaries: Set<Int> = [0]
  /// What was to be seen of each entity, from which sequence on.
  private var shapes: [EntityKey: [(seq: Int, shape: Shape)]] = [:]
  /// The entities that each commit changed, by the head after it.
  private var changed: [(head: Int, keys: [EntityKey])] = []

  init(_ library: LibraryRecord) {
    epoch = library.epoch
    times = [library.created]
  }

  /// Takes note of a commit.
  mutating func note(_ batch: CommitBatch) {
    operations += batch.operations
    while times.count <= batch.head { times.append(batch.time) }
    guard batch.head > head else { return }
    head = batch.head
    boundaries.insert(head)
    changed.append((head, batch.states.map(\.entity)))
    for state in batch.states {
      shapes[state.entity, default: []].append((head, Shape(state)))
    }
  }

  /// What an author had seen who had applied `base` in `epoch`, by the count of the log that then took
  /// the operation as `seq`: of a part that a restore has lost since, nothing is here.
  func seen(_ base: Int, in epoch: String?, before seq: Int) -> Int {
    let base = min(base, seq - 1)
    let (present, name) = life(of: seq)
    guard let epoch, epoch != name else { return base }
    guard let place = ancestors[..<present].firstIndex(where: { $0.epoch == epoch }) else {
      return 0
    }
    return ancestors[place..<present].reduce(base) { min($0, $1.head) }
  }

  /// Whether an operation that was taken as `seq` was made before a restore that came between.
  func isReturning(in epoch: String?, at seq: Int) -> Bool {
    epoch.map { $0 != life(of: seq).epoch } ?? false
  }

  /// The life of the library that took `seq`: how many came before it, and its epoch.
  private func life(of seq: Int) -> (index: Int, epoch: String) {
    let index = ancestors.firstIndex { seq <= $0.head } ?? ancestors.endIndex
    return (index, index < ancestors.endIndex ? ancestors[index].epoch : epoch)
  }

  /// A restore has made this the library's past, up to its head; another epoch begins.
  mutating func begin(_ epoch: String) {
    ancestors.append((self.epoch, head))
    self.epoch = epoch
  }

  /// Every entity there ever was.
  var entities: some Collection<EntityKey> { shapes.keys }

  /// What was to be seen of an entity when the library stood at `seq`.
  func shape(of key: EntityKey, at seq: Int) -> Shape? {
    shapes[key]?.last { $0.seq <= seq }?.shape
  }

  /// What was last to be seen of an entity before its values went for good, if they did.
  func lastShown(of key: EntityKey) -> Shape? {
    shapes[key]?.last { !$0.shape.isNothing }?.shape
  }

  /// The sequence with which the values of an entity last went for good; nil where they never did.
  func purge(of key: EntityKey) -> Int? {
    shapes[key]?.last(where: \.shape.isNothing)?.seq
  }

  /// Whether an entity was a skeleton when the library stood at `seq`.
  func isSkeleton(_ key: EntityKey, at seq: Int) -> Bool {
    shape(of: key, at: seq).map { $0.isNothing && $0.isDeleted } ?? false
  }

  /// The entities that changed after `from`, up to `to`.
  func changes(from: Int, to: Int) -> Set<EntityKey> {
    var keys: Set<EntityKey> = []
    for commit in changed.reversed() {
      if commit.head <= from { break }
      if commit.head <= to { keys.formUnion(commit.keys) }
    }
    return keys
  }
}

extension Chronicle.Shape {
  /// What a stored state shows.
  init(_ state: EntityState) {
    fields = state.registers.mapValues(\.value)
    for (field, elements) in state.sets {
      var shown: JSONObject = [:]
      for element in elements.values {
        if let add = element.shown { shown[element.name] = add.value }
      }
      if !shown.isEmpty { fields[field] = .object(shown) }
    }
    isDeleted = state.isDeleted
    if case .of(let id)? = state.row(since: 0)?.alias { alias = id }
  }

  /// What a client shows.
  init(_ view: EntityView) {
    fields = view.fields
    isDeleted = view.isDeleted
    alias = view.alias
  }
}
