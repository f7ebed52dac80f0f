import Library
import TestSupport
import Testing

/// Every row of SYNC §2's table, as vectors.
struct MergeVectorTests {
  @Test(arguments: try Vectors.cases("library", "merge.json"))
  func `operations merge as the vectors say`(vector: Vectors.Case) throws {
    var server = MergeServer(forgets: vector.body["given"]?["forgets"]?.bool ?? false)
    var replicas = [Replica()]
    let pushes = try #require(vector.body["when"]?.array)
    let outcomes = try #require(vector.body["expect"]?["outcomes"]?.array)
    #expect(pushes.count == outcomes.count)
    for (push, expected) in zip(pushes, outcomes) {
      let outcome = try outcome(of: push, at: &server)
      #expect(outcome == (expected.string.map { ["outcome": .string($0)] } ?? expected))
      // One replica hears of each commit; others start at each commit and come back at the end.
      replicas[0].pull(from: server)
      var replica = Replica()
      replica.pull(from: server)
      replicas.append(replica)
    }
    let entities = try #require(vector.body["expect"]?["entities"]?.object)
    #expect(JSONObject(uniqueKeysWithValues: server.views.map { ($0, $1.expectation) }) == entities)
    for history in vector.body["expect"]?["history"]?.array ?? [] {
      let told = server.library.entries.filter { $0.entity.name == history["of"]?.string }
      #expect(told.map(\.expectation) == history["entries"]?.array)
    }
    for row in vector.body["expect"]?["rows"]?.array ?? [] {
      let cursor = try #require(row["since"]?.int)
      let rows = server.rows(since: cursor)
      #expect(rows.map(\.json) == row["rows"]?.array)
      for row in rows { #expect(row.canonicalText == row.json.canonicalText) }
    }
    for var replica in replicas {
      replica.pull(from: server)
      let views = replica.views.filter { !$0.value.isPurged }
      #expect(JSONObject(uniqueKeysWithValues: views.map { ($0, $1.expectation) }) == entities)
    }
  }

  @Test(arguments: try Vectors.cases("library", "merge.json"))
  func `what is stored reads back the same`(vector: Vectors.Case) throws {
    var server = MergeServer(forgets: vector.body["given"]?["forgets"]?.bool ?? false)
    for push in try #require(vector.body["when"]?.array) {
      _ = try outcome(of: push, at: &server)
    }
    for state in server.states.values {
      let stored = try JSONValue(parsing: state.storedText)
      #expect(try EntityState(json: stored) == state)
      let read = try EntityState(stored: Array(state.storedText.utf8))
      #expect(read == state)
      for order in [.shelves, .books(onShelf: "s1"), .books(onShelf: "none")] as [Rebalance.Order] {
        #expect(Rebalance.Member(read, in: order) == Rebalance.Member(state, in: order))
      }
    }
  }

  private func outcome(of push: JSONValue, at server: inout MergeServer) throws -> JSONValue {
    let now = try #require(push["now"]?.int)
    if let parts = push["purge"]?.string?.split(separator: "/"), parts.count == 2 {
      server.purge(EntityKey(kind: String(parts[0]), id: String(parts[1])), now: now)
      return ["outcome": "purged"]
    }
    let operation = try Operation(json: try #require(push["op"]))
    do {
      let applied = try server.push(
        operation, device: try #require(push["device"]?.string),
        incarnation: push["incarnation"]?.string ?? "i1", now: now)
      var outcome: JSONObject = ["outcome": .string(applied.outcome.rawValue)]
      if let conflict = applied.conflict { outcome["conflict"] = .string(conflict) }
      return .object(outcome)
    } catch let problem as Problem {
      var refusal: JSONObject = ["refused": .string(problem.code.rawValue)]
      if let field = problem.field { refusal["field"] = .string(field) }
      return .object(refusal)
    }
  }
}

/// A client without pending operations.
private struct Replica {
  var views: [String: EntityView] = [:]
  var cursor = 0

  mutating func pull(from server: MergeServer) {
    for row in server.rows(since: cursor) {
      views[row.entity.kind + "/" + row.entity.id, default: EntityView(row.entity)].apply(row)
    }
    cursor = server.head
  }
}

extension EntityView {
  /// `{deleted, fields, alias?}`, as the vectors write an entity.
  var expectation: JSONValue {
    var members: JSONObject = ["deleted": .bool(isDeleted), "fields": .object(fields)]
    members["alias"] = alias.map(JSONValue.string)
    return .object(members)
  }
}

extension EntityKey {
  /// `kind/id`, as the vectors name an entity.
  var name: String { kind + "/" + id }
}

extension HistoryEntry {
  /// `{seq, by, field|life, element?, from?, to?, written?, passive?}`, as the vectors write an entry.
  var expectation: JSONValue {
    var members: JSONObject = ["seq": .int(version.seq), "by": .string(version.device)]
    switch subject {
    case .field(let field): members["field"] = .string(field)
    case .element(let field, let name):
      members["field"] = .string(field)
      members["element"] = .string(name)
    case .life: members["life"] = true
    }
    members["from"] = from
    members["to"] = to
    members["written"] = written
    if !isAuthored { members["passive"] = true }
    return .object(members)
  }
}
