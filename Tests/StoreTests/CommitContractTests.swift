import Library
import Store
import Testing

/// What Hub relies on when it commits, whatever engine stands behind the protocol.
@Suite struct CommitContractTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Engine.allCases)
  func `a new library is empty, and its time begins when it was made`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    let library = try #require(try store.library("books"))
    #expect(library.head == 0)
    #expect(library.time == 1_000)
    #expect(library.epoch == "epoch-1")
    #expect(try store.libraries(of: "anna") == [library])
    #expect(try store.library("other") == nil)
  }

  @Test(arguments: Engine.allCases)
  func `a commit shows as a whole: head, time, states, log and progress`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try Scribe(store).write([[.book("emma")], [.edit("emma", "pages", 474)]], time: 5_000)
    let library = try #require(try store.library("books"))
    #expect(library.head == 2)
    #expect(library.time == 5_000)
    try store.read("books") { snapshot throws(StoreError) in
      let key = EntityKey(kind: "book", id: "emma")
      let state = try snapshot.states(of: [key, EntityKey(kind: "book", id: "none")])
      #expect(state.count == 1)
      #expect(state[key]?.registers["pages"]?.value == 474)
      #expect(state[key]?.registers["pages"]?.version.seq == 2)
      #expect(try snapshot.progress(of: "laptop", in: "first")?.n == 2)
      #expect(try snapshot.progress(of: "laptop", in: "second") == nil)
      #expect(try snapshot.times(of: [1, 2, 3]) == [1: 5_000, 2: 5_000])
      let recorded = try snapshot.recorded(["laptop-2", "laptop-3"])
      #expect(
        recorded == [
          "laptop-2": RecordedOperation(
            device: "laptop", incarnation: "first", n: 2,
            result: .accepted(seq: 2, .applied, conflict: nil))
        ])
    }
  }

  @Test(arguments: Engine.allCases)
  func `what a commit writes in parts is one commit`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    let page = try Scribe(store).commit(
      [[.book("emma")], [.edit("emma", "pages", 474)], [.edit("emma", "pages", -1)]],
      isInParts: true)
    #expect((page.from, page.to) == (0, 2))
    #expect(try store.library("books")?.head == 2)
    #expect(throws: StoreError.full) {
      try store.commit(to: "books") {
        snapshot throws(StoreError) -> (batch: CommitBatch, result: Void) in
        let operation = Operation(id: "late", n: 1, base: 2, at: 0, changes: [])
        try snapshot.write(
          CommitBatch(
            operations: [
              LoggedOperation(
                operation, device: "phone", incarnation: "first", time: 9_000,
                result: .accepted(seq: 3, .applied, conflict: nil))
            ], states: [],
            progress: [DeviceProgress(device: "phone", incarnation: "first")], head: 3,
            time: 9_000))
        throw .full
      }
    }
    #expect(try store.library("books")?.head == 2)
    #expect(try Scribe(store).write(.edit("emma", "rating", 100)) == 3)
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `states are read until they come to as many bytes as are wanted`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try Scribe(store).write([[.book("emma")], [.book("persuasion")], [.book("sanditon")]])
    let keys = Set(["emma", "persuasion", "sanditon"].map { EntityKey(kind: "book", id: $0) })
    try store.read("books") { snapshot throws(StoreError) in
      for (byteCountMax, count) in [(0, 1), (1, 1), (1 << 20, 3)] {
        let before = snapshot.readByteCount
        let (states, rest) = try snapshot.states(of: keys, byteCountMax: byteCountMax)
        #expect(states.count == count)
        #expect(Set(states.keys).union(rest) == keys && states.count + rest.count == 3)
        #expect(snapshot.readByteCount > before)
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func `a refused operation is recorded with its reason and takes no sequence`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    try Scribe(store).write([[.book("emma")], [.edit("emma", "pages", -1)], [.book("persuasion")]])
    #expect(try store.library("books")?.head == 2)
    let recorded = try store.read("books") { snapshot throws(StoreError) in
      try snapshot.recorded(["laptop-2"])["laptop-2"]
    }
    guard case .refused(let problem) = recorded?.result else {
      Issue.record("It was not refused: \(String(describing: recorded))")
      return
    }
    #expect(problem.code == .invalid)
    #expect(problem.field == "pages")
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `an operation that the log holds is refused with all beside it`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try Scribe(store).write(.book("emma"))
    #expect(throws: StoreError.recorded("laptop-1")) {
      try Scribe(store, incarnation: "second").write(.book("persuasion"))
    }
    #expect(try store.page(since: 0).ids == ["emma"])
    #expect(try store.library("books")?.head == 1)
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `a commit that throws leaves nothing behind`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try Scribe(store).write(.book("emma"))
    #expect(throws: StoreError.full) {
      try store.commit(to: "books") { _ throws(StoreError) -> (CommitBatch, Int) in throw .full }
    }
    #expect(try store.library("books")?.head == 1)
    try Scribe(store).write(.book("persuasion"))
    #expect(try store.page(since: 0).ids == ["emma", "persuasion"])
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `a commit whose batch breaks a rule of the store leaves nothing behind`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    let progress = DeviceProgress(device: "laptop", incarnation: "first", n: 2)
    let twice = ["same", "same"].enumerated().map { index, id in
      LoggedOperation(
        Operation(id: id, n: index + 1, base: 0, at: 0, changes: []), device: "laptop",
        incarnation: "first", time: 2_000,
        result: .accepted(seq: index + 1, .applied, conflict: nil)
      )
    }
    #expect(throws: StoreError.self) {
      try store.commit(to: "books") { _ throws(StoreError) in
        (
          CommitBatch(operations: twice, states: [], progress: [progress], head: 2, time: 2_000), ()
        )
      }
    }
    #expect(try store.library("books")?.head == 0)
    #expect(
      try store.read("books") { snapshot throws(StoreError) in
        try snapshot.progress(of: "laptop", in: "first")
      } == nil)
  }

  @Test(arguments: Engine.allCases)
  func `a library that does not exist is said to`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    #expect(throws: StoreError.unknownLibrary("other")) {
      try store.read("other") { _ throws(StoreError) in }
    }
    #expect(throws: StoreError.unknownLibrary("other")) {
      try store.commit(to: "other") { snapshot throws(StoreError) in
        (CommitBatch(operations: [], states: [], progress: [], head: 0, time: 0), ())
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func `every entity is handed out in order of making, those in Trash included`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    let scribe = Scribe(store)
    try scribe.write(.book("emma"))
    try scribe.write(.book("persuasion"))
    try scribe.write(Change(EntityKey(kind: "note", id: "note"), set: ["book": "emma"]))
    try scribe.write(Change(EntityKey(kind: "book", id: "emma"), life: .delete))
    var seen: [String: Bool] = [:]
    var order: [String] = []
    try store.read("books") { snapshot throws(StoreError) in
      try snapshot.forEachState(of: "book") { state throws(StoreError) in
        seen[state.entity.id] = state.isDeleted
      }
      try snapshot.forEachState(of: nil) { state throws(StoreError) in
        order.append(state.entity.id)
      }
    }
    #expect(order == ["emma", "persuasion", "note"])
    #expect(seen == ["emma": true, "persuasion": false])
  }
}
