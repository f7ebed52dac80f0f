import Library
import Testing

/// The history holds every value that was ever in place, shown on random histories.
struct MergeHistoryTests {
  private let now = 1_000_000

  @Test(arguments: 0..<200)
  func `each entry goes on from where the one before it ended, up to what stands`(
    seed: Int
  ) throws {
    let server = try server(seed: seed)
    var shown: [Slot: JSONValue?] = [:]
    for entry in server.library.entries where entry.subject != .life {
      let slot = Slot(entry)
      #expect(entry.from == shown[slot, default: nil], "seed \(seed): \(entry)")
      shown[slot] = entry.to
    }
    let told = shown.compactMapValues { $0 }.filter { $0.key.element != nil || !$0.value.isNull }
    #expect(told == standing(in: server), "seed \(seed)")
  }

  @Test(arguments: 0..<200)
  func `what was purged comes back as it was`(seed: Int) throws {
    var server = try server(seed: seed)
    let deletion = Operation(
      id: "delete", n: 100, base: server.head, at: now,
      changes: [Change(Histories.book, life: .delete)])
    _ = try server.push(deletion, device: "A", now: now)
    let before = standing(in: server).filter { $0.key.isAuthored }
    server.purge(Histories.book, now: now)
    #expect(server.rows(since: 0).allSatisfy { $0.entity != Histories.book })
    let restore = Operation(
      id: "restore", n: 100, base: server.head, at: now,
      changes: [Change(Histories.book, life: .restore)])
    _ = try server.push(restore, device: "B", now: now)
    let after = standing(in: server).filter { $0.key.isAuthored }
    #expect(after == before, "seed \(seed)")
  }

  /// Whoever has not heard that their book is another one now writes on from what they wrote, also when
  /// both had been purged meanwhile.
  @Test func `what was written to an alias is its author's own, also when it comes back`() throws {
    var server = MergeServer()
    func made(_ id: String, _ title: String) -> Change {
      Change(
        EntityKey(kind: "book", id: id), life: .create, set: ["title": .string(title)],
        add: ["identifiers": ["isbn:9780000000033": .null]])
    }
    func push(_ n: Int, base: Int, _ change: Change, by device: String) throws -> Applied {
      try server.push(
        Operation(id: "\(device)-\(n)", n: n, base: base, at: now + n, changes: [change]),
        device: device, now: now + n)
    }
    let root = EntityKey(kind: "book", id: "one")
    _ = try push(1, base: 0, made("one", "First"), by: "A")
    _ = try push(2, base: 0, made("two", "Mine"), by: "B")
    _ = try push(3, base: server.head, Change(root, life: .delete), by: "A")
    server.purge(root, now: now + 4)
    let alias = EntityKey(kind: "book", id: "two")
    let applied = try push(5, base: 0, Change(alias, set: ["title": "Mine, too"]), by: "B")
    #expect(server.states[root]?.registers["title"]?.value == "Mine, too")
    #expect(applied.conflict == nil)
  }

  private func server(seed: Int) throws -> MergeServer {
    var histories = Histories(seed: seed)
    var server = MergeServer()
    _ = try server.push(Histories.creation.operation, device: "A", now: 1000)
    for push in histories.interleaved(histories.concurrent(devices: 4)) {
      _ = try server.push(push.operation, device: push.device, now: now)
    }
    return server
  }

  /// What shows of the book: no marks of the server, and no empty fields.
  private func standing(in server: MergeServer) -> [Slot: JSONValue] {
    var values: [Slot: JSONValue] = [:]
    guard let state = server.states[Histories.book] else { return values }
    for (field, register) in state.registers where field != "revived" && !register.value.isNull {
      values[Slot(field: field)] = register.value
    }
    for (field, elements) in state.sets {
      for element in elements.values {
        values[Slot(field: field, element: element.name)] = element.shown?.value
      }
    }
    return values
  }
}

/// A place of the book where a value can stand.
private struct Slot: Hashable {
  let field: String
  var element: String?

  init(field: String, element: String? = nil) {
    self.field = field
    self.element = element
  }

  init(_ entry: HistoryEntry) {
    switch entry.subject {
    case .field(let field): self.init(field: field)
    case .element(let field, let name): self.init(field: field, element: name)
    case .life: self.init(field: "")
    }
  }

  var isAuthored: Bool { field != "cover" }
}
