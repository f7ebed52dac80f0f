import Library
import Testing

/// What is stored of an entity: compact, and readable for as long as there are libraries.
struct EntityStateTests {
  @Test func `a skeleton takes at most 64 bytes beside its kind and id`() throws {
    var server = MergeServer()
    _ = try server.push(Histories.creation.operation, device: "A", now: 1000)
    let deletion = Operation(
      id: "delete", n: 2, base: 1, at: 2000, changes: [Change(Histories.book, life: .delete)])
    _ = try server.push(deletion, device: "A", now: 2000)
    let trashed = try #require(server.states[Histories.book])
    // A library of ten thousand million operations, in the year 5000.
    let skeleton = trashed.purged(
      at: Moment(seq: 9_999_999_999, baseTime: 0, now: 95_617_584_000_000))
    let size = skeleton.storedText.utf8.count
    #expect(size - Histories.book.kind.utf8.count - Histories.book.id.utf8.count <= 64)
    #expect(try EntityState(json: JSONValue(parsing: skeleton.storedText)) == skeleton)
  }

  @Test func `what was stored before there were aliases and traces reads as it did`() throws {
    let stored = """
      {"a":[1,0],"c":0,"e":"book","id":"b1","l":3,"d":2,"u":2,\
      "r":{"rating":[450,1,0],"title":["Dune",0]},\
      "s":{"tags":{"sand":["Sand",1,null,[null,0]]}},\
      "v":[[1000,1,"A","i1",1],[2000,2,"B","i1",1],[3000,3,"A","i1",2]]}
      """
    let state = try EntityState(json: try JSONValue(parsing: stored))
    #expect(state.registers["rating"]?.seq == 2)
    #expect(state.registers["rating"]?.echoes.map(\.seq) == [1])
    #expect(state.alias == nil && state.shelved == nil && state.isDeleted && !state.isPurged)
    #expect(try EntityState(json: JSONValue(parsing: state.storedText)) == state)
  }

  @Test func `a seq that is not its write's is kept with the value`() throws {
    var server = MergeServer()
    _ = try server.push(Histories.creation.operation, device: "A", now: 1000)
    for (device, seq) in [("B", 2), ("C", 3)] {
      let same = Operation(
        id: "same\(seq)", n: 1, base: 1, at: 1000 + seq,
        changes: [Change(Histories.book, set: ["pages": 412])])
      _ = try server.push(same, device: device, now: 2000)
    }
    let state = try #require(server.states[Histories.book])
    #expect(state.registers["pages"]?.version.seq == 3)
    #expect(state.registers["pages"]?.seq == 2)
    #expect(try EntityState(json: JSONValue(parsing: state.storedText)) == state)
    #expect(state.row(since: 2) == nil)
  }

  @Test func `elements whose names differ only in normalisation are no stored set, nor a crash`()
    throws
  {
    let stored = """
      {"a":[0],"c":0,"e":"book","id":"b1","u":0,\
      "s":{"tags":{"e\u{301}":["e\u{301}",1,null,[null,0]],"é":["é",1,null,[null,0]]}},\
      "v":[[1000,1,"A","i1",1]]}
      """
    let json = try JSONValue(parsing: stored)
    #expect(json["s"]?["tags"]?.object?.count == 2)
    #expect(throws: Problem.self) { try EntityState(json: json) }
  }

  @Test func `fields whose names differ only in normalisation are two, with a history each`() throws
  {
    var server = MergeServer()
    _ = try server.push(Histories.creation.operation, device: "A", now: 1000)
    let names = ["custom.é", "custom.e\u{301}"]
    for (index, name) in names.enumerated() {
      let operation = Operation(
        id: "write\(index)", n: 1, base: 1, at: 1000 + index,
        changes: [Change(Histories.book, set: [name: .int(index)])])
      _ = try server.push(operation, device: "B\(index)", now: 2000)
    }
    let state = try #require(server.states[Histories.book])
    #expect(names.map { state.registers[$0]?.value } == [0, 1])
    #expect(try EntityState(json: JSONValue(parsing: state.storedText)) == state)
    #expect(Set(names.map { HistoryEntry.Subject.field($0) }).count == 2)
  }

  @Test(arguments: [15, 16, 17, 40])
  func `an operation on many entities leaves each once, in the order it met them`(count: Int) throws
  {
    let keys = (0..<count).map { EntityKey(kind: "book", id: "b\($0)") }
    let made = keys.map { Change($0, life: .create, set: ["title": .string($0.id)]) }
    let rated = keys.reversed().prefix(24).map { Change($0, set: ["rating": 400]) }
    var server = MergeServer()
    let applied = try server.push(
      Operation(id: "many", n: 1, base: 0, at: 1000, changes: made + rated), device: "A", now: 1000)
    #expect(applied.states.map(\.entity) == keys)
    #expect(applied.states.map { $0.registers["title"]?.value.string } == keys.map(\.id))
    #expect(applied.states.filter { $0.registers["rating"] != nil }.count == min(count, 24))
  }
}
