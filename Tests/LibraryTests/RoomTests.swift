import Glibc
import Testing

@testable import Library

/// All that an entity holds goes in one message, so it holds so much and no more.
struct RoomTests {
  private let book = Histories.book

  /// Pushes `changes`, one an operation, until one is refused; how many were taken, and why not more.
  private func fill(
    _ changes: some Sequence<Change>, isStored: Bool = false
  ) throws -> (count: Int, problem: Problem?) {
    var server = MergeServer(isStored: isStored)
    _ = try server.push(Histories.creation.operation, device: "A", now: 1_000)
    for (index, change) in changes.enumerated() {
      do {
        _ = try server.push(
          Operation(id: "op-\(index)", n: index + 2, base: index + 1, at: 1_000, changes: [change]),
          device: "A", now: 1_000)
      } catch {
        // What it has goes on changing.
        _ = try server.push(
          Operation(
            id: "less", n: index + 2, base: index + 1, at: 1_000,
            changes: [Change(book, del: ["tags": ["sand"]])]), device: "A", now: 1_000)
        return (index, error)
      }
    }
    return (changes.underestimatedCount, nil)
  }

  @Test func `large values fill an entity`() throws {
    let text = JSONValue.string(String(repeating: "x", count: 200_000))
    let (count, problem) = try fill(
      (0..<100).lazy.map { Change(book, set: ["custom.\($0)": text]) })
    #expect(count == 4)
    #expect(problem?.message.contains("at most 1 MB") == true)
  }

  @Test func `small ones fill it as well, and so do sets`() throws {
    let text = JSONValue.string(String(repeating: "x", count: 60_000))
    let (count, problem) = try fill(
      (0..<1_000).lazy.map { Change(book, add: ["unknown\($0 % 7)": ["e\($0)": text]]) })
    #expect(count == 16)
    #expect(problem?.code == .invalid)
  }

  /// Also those that are stored in a way that is not read lazily.
  @Test(arguments: ["custom.", "custom.“so” he \"said\" "])
  func `the smallest fill what is almost full`(name: String) throws {
    let text = JSONValue.string(String(repeating: "x", count: 240_000))
    let large = (0..<4).map { Change(book, set: ["\(name)\($0)": text]) }
    let few = JSONValue.string(String(repeating: "x", count: 900))
    let small = (0..<100).map { Change(book, add: ["unknown": ["e\($0)": few]]) }
    let (count, problem) = try fill(large + small, isStored: true)
    #expect((40..<52).contains(count))
    #expect(problem?.message.contains("at most 1 MB") == true)
  }

  @Test func `what holds more from before may be made less, and changed, but not made more`() throws
  {
    let text = JSONValue.string(String(repeating: "x", count: 200_000))
    var library = MergeServer().library
    try hold(book, Array(repeating: text, count: 8), in: &library)
    func edit(_ set: JSONObject) throws {
      library.take(
        try Merge.apply(
          Operation(id: "edit", n: 1, base: 1, at: 1_000, changes: [Change(book, set: set)]),
          device: "A", incarnation: "i", moment: Moment(seq: 2, baseTime: 0, now: 2_000),
          from: &library))
    }
    try edit(["title": "Dune"])
    try edit(["custom.0": "less"])
    #expect(throws: Problem.self) { try edit(["custom.0": text]) }
    #expect(throws: Problem.self) { try edit(["custom.8": text]) }
    try edit(["custom.1": .string(String(repeating: "y", count: 200_000))])
  }

  @Test(arguments: [(40, true), (64, false)])
  func `what one operation touches goes in one message`(count: Int, isTaken: Bool) throws {
    let text = JSONValue.string(String(repeating: "x", count: 200_000))
    var library = MergeServer().library
    let books = (0..<count).map { EntityKey(kind: "book", id: "b\($0)") }
    for book in books { try hold(book, Array(repeating: text, count: 4), in: &library) }
    func edit() throws -> Applied {
      try Merge.apply(
        Operation(
          id: "edit", n: 1, base: 1, at: 1_000,
          changes: books.map { Change($0, set: ["title": "Dune"]) }),
        device: "A", incarnation: "i", moment: Moment(seq: 2, baseTime: 0, now: 2_000),
        from: &library)
    }
    let deletion = Operation(
      id: "less", n: 1, base: 1, at: 1_000, changes: books.map { Change($0, life: .delete) })
    #expect(
      try Merge.apply(
        deletion, device: "A", incarnation: "i", moment: Moment(seq: 2, baseTime: 0, now: 2_000),
        from: &library
      ).states.count == count)
    if isTaken {
      #expect(try edit().states.count == count)
    } else {
      let problem = #expect(throws: Problem.self) { try edit() }
      #expect(problem?.message.contains("more than 48 MB") == true)
    }
  }

  /// Makes a book that holds `values`, as it would have been made without any bound.
  private func hold(
    _ book: EntityKey, _ values: [JSONValue], in library: inout MemoryLibrary
  ) throws {
    let version = Version(
      stamp: 1_000, seq: 1, writer: Version.Writer(device: "A", incarnation: "i"), n: 1)
    var state = EntityState(book, created: version)
    state.registers["title"] = VersionedValue("Children of Dune", version)
    for (number, value) in values.enumerated() {
      state.registers["custom.\(number)"] = VersionedValue(value, version)
    }
    // As it is stored, so that an edit does not read what it does not touch.
    let stored = try EntityState(stored: Array(state.storedText.utf8))
    library.take(Applied(states: [stored], outcome: .applied))
  }

  @Test func `fields are counted, whether they hold one value or many`() throws {
    let (count, problem) = try fill(
      (0..<2_000).lazy.map { Change(book, add: ["unknown\($0)": ["e": .null]]) })
    #expect((900..<1_024).contains(count))
    #expect(problem?.message.contains("at most 1024 fields") == true)
  }

  @Test func `what others made of the same book does not make one of more than it may hold`()
    throws
  {
    var server = MergeServer()
    let long = String(repeating: "x", count: 250_000)
    func key(_ number: Int) -> EntityKey { EntityKey(kind: "book", id: "b\(number)") }
    for number in 0..<20 {
      let copy = Change(
        key(number), life: .create, set: ["title": "Dune", "custom.\(number)": .string(long)],
        add: [
          "identifiers": ["isbn:9780441172719": .null],
          "unknown": ["\(number)": .string(long)],
        ])
      _ = try server.push(
        Operation(id: "op-\(number)", n: 1, base: 0, at: 1_000, changes: [copy]),
        device: "D\(number)", now: 1_000)
    }
    let root = try #require(server.states[key(0)])
    let told = try #require(root.row(since: 0)).canonicalText.utf8.count
    #expect((750_000..<1_000_512).contains(told))
    // What had no room is kept where it was written.
    let last = try #require(server.states[key(19)])
    #expect(last.alias?.root == "b0" && root.registers["custom.19"] == nil)
    #expect(last.registers["custom.19"]?.value == .string(long))
  }

  @Test(arguments: 0..<200)
  func `what values take is what they are written in, whether they were read or not`(seed: Int)
    throws
  {
    var source = HostileJSON(seed: seed)
    for n in 1...20 {
      let json = source.operation(n: n)
      #expect(json.canonicalByteCount == json.canonicalBytes.count)
    }
    for number in [0, 9, 10, 4_711, -1, -9, -10, 1 << 53, -(1 << 53)] {
      let json = JSONValue.int(number)
      #expect(json.canonicalByteCount == json.canonicalBytes.count)
    }
    var histories = Histories(seed: seed)
    var server = MergeServer()
    for push in [Histories.creation] + histories.interleaved(histories.concurrent(devices: 3)) {
      let applied = try? server.push(push.operation, device: push.device, now: 2_000)
      for state in applied?.states ?? [] {
        let stored = try EntityState(stored: Array(state.storedText.utf8))
        #expect(stored.byteCount == state.byteCount)
      }
    }
  }

  /// Hundreds may come in one push, and each reads a few of its fields.
  @Test func `an edit of a book that holds much reads no more of it than it must`() throws {
    var server = MergeServer(isStored: true)
    let text = JSONValue.string(String(repeating: "x", count: 900))
    let fields = JSONObject((0..<1_000).map { ("custom.\(1_000 + $0)", text) }) { $1 }
    for part in 0..<4 {
      let some = JSONObject(fields[part * 250..<(part + 1) * 250].map { ($0.key, $0.value) }) { $1 }
      let change = Change(
        book, life: part == 0 ? .create : .keep, set: some.merging(["title": "Dune"]) { $1 },
        add: ["identifiers": ["isbn:9780441172719": .null]])
      _ = try server.push(
        Operation(id: "op-\(part)", n: part + 1, base: part, at: 1_000, changes: [change]),
        device: "A", now: 1_000)
    }
    var library = server.library
    let took = try processorSeconds {
      for number in 0..<200 {
        let edit = Change(book, set: ["custom.1000": "a"])
        let copy = Change(
          EntityKey(kind: "book", id: "copy"), life: .create, set: ["title": "Dune"],
          add: ["identifiers": ["isbn:9780441172719": .null]])
        for (change, base) in [(edit, 4), (copy, 0)] {
          _ = try Merge.apply(
            Operation(id: "e", n: 1, base: base, at: 1_000, changes: [change]), device: "B",
            incarnation: "i\(number)", moment: Moment(seq: 5, baseTime: 0, now: 2_000),
            from: &library)
        }
      }
    }
    #expect(took < 8)
  }

  /// What `work` takes of this thread's processor, however much the machine has to do beside it.
  private func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try work()
    return now() - start
  }
}
