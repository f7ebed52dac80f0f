import Library
import TestSupport
import Testing

/// Whatever arrives, the answer is a problem in words or a state that stores and reads back.
struct HostileTests {
  @Test(arguments: 0..<200)
  func `random JSON for an operation never crashes the merge`(seed: Int) throws {
    var source = HostileJSON(seed: seed)
    var server = MergeServer()
    _ = try server.push(Histories.creation.operation, device: "A", now: 1000)
    for n in 1...40 {
      let json = source.operation(n: n)
      do {
        let applied = try server.push(try Operation(json: json), device: "B", now: 2000)
        for state in applied.states {
          #expect(try EntityState(json: try JSONValue(parsing: state.storedText)) == state)
          #expect(try EntityState(stored: Array(state.storedText.utf8)) == state)
        }
      } catch let problem as Problem {
        #expect(problem.message.hasSuffix("."), "\(json.canonicalText)")
      }
    }
    for row in server.rows(since: 0) {
      #expect(try Row(json: try JSONValue(parsing: row.json.canonicalBytes)) == row)
      #expect(row.canonicalText == row.json.canonicalText)
    }
  }

  @Test func `entities of many kinds under one id are told apart by their hashes`() {
    let keys = (1...1000).map { EntityKey(kind: "kind-\($0)", id: "one") }
    #expect(Set(keys.map(\.hashValue)).count == keys.count)
  }

  @Test(arguments: 0..<200)
  func `a damaged stored state is a problem, never a crash`(seed: Int) throws {
    var source = HostileJSON(seed: seed)
    var server = MergeServer()
    _ = try server.push(Histories.creation.operation, device: "A", now: 1000)
    let stored = try JSONValue(parsing: #require(server.states[Histories.book]).storedText)
    for _ in 0..<20 {
      let damaged = source.damaged(stored)
      let state = try? EntityState(json: damaged)
      _ = state?.row(since: 0)
      // The short cut finds what the long way does.
      #expect((try? EntityState(stored: damaged.canonicalBytes)) == state)
    }
  }

  @Test(arguments: 0..<200)
  func `of a stored text with another byte in it, the short cut makes nothing else`(seed: Int)
    throws
  {
    var random = SeededRandom(seed: seed)
    var server = MergeServer()
    _ = try server.push(Histories.creation.operation, device: "A", now: 1000)
    let stored = Array(try #require(server.states[Histories.book]).storedText.utf8)
    for _ in 0..<200 {
      var bytes = stored
      let place = bytes.indices.randomElement(using: &random) ?? 0
      bytes[place] = Array(#"0179,:[]{}"\ae"#.utf8).randomElement(using: &random) ?? 0
      let long = (try? JSONValue(parsing: bytes)).flatMap { try? EntityState(json: $0) }
      #expect(
        (try? EntityState(stored: bytes)) == long, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}

/// JSON that is nearly an operation, or nothing like one.
struct HostileJSON {
  private var random: SeededRandom

  init(seed: Int) { random = SeededRandom(seed: seed) }

  mutating func operation(n: Int) -> JSONValue {
    let changes = (0..<Int.random(in: 0...3, using: &random)).map { _ in change() }
    let good: JSONValue = [
      "op": .string("op\(n)"), "n": .int(n), "base": .int(Int.random(in: 0...3, using: &random)),
      "at": .int(1500), "do": .array(changes),
    ]
    return oneIn(4) ? damaged(good) : good
  }

  private mutating func change() -> JSONValue {
    var members: JSONObject = [
      "e": .string(pick(["book", "progress", "conflict", "playlist", "shelf"])),
      "id": .string(pick(["b1", "r1~B", "op1-1", "x"])),
    ]
    if oneIn(2) { members["set"] = object((name(), any(depth: 3)), ("title", any(depth: 1))) }
    if oneIn(2) { members["add"] = object((name(), object((text(), any(depth: 2))))) }
    if oneIn(3) { members["del"] = object((name(), .array([.string(text()), any(depth: 0)]))) }
    if oneIn(4) { members[pick(["create", "delete", "restore"])] = .bool(!oneIn(4)) }
    return .object(members)
  }

  /// `value` with something in it replaced, at any depth.
  mutating func damaged(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(var members) where !oneIn(5):
      guard let key = members.keys.sorted().randomElement(using: &random) else { break }
      members[key] = oneIn(4) ? nil : damaged(members[key] ?? nil)
      return .object(members)
    case .array(var elements) where !oneIn(5):
      guard let index = elements.indices.randomElement(using: &random) else { break }
      elements[index] = damaged(elements[index])
      return .array(elements)
    default: break
    }
    return any(depth: 2)
  }

  private mutating func any(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: nil
    case 1: .bool(oneIn(2))
    case 2: .int(pick([0, 1, -1, 500, JSONValue.integerMax, -JSONValue.integerMax]))
    case 3: JSONValue(number: pick([0.5, -1e300, .leastNonzeroMagnitude]))
    case 4, 5: .string(text())
    case 6: .array((0..<3).map { _ in any(depth: depth - 1) })
    default: object((name(), any(depth: depth - 1)), (text(), any(depth: depth - 1)))
    }
  }

  private func object(_ members: (String, JSONValue)...) -> JSONValue {
    .object(JSONObject(members) { _, last in last })
  }

  private mutating func name() -> String {
    pick(["title", "tags", "shelves", "identifiers", "revived", "rating", "custom.x", "mood", ""])
  }

  private mutating func text() -> String {
    pick([
      "", "x", "s1", "sand", "SAND", "Dune", "2024-02-30", "é", "e\u{301}", "\u{0}", "\u{2028}",
      "isbn:9780306406157", "👩‍🚀", String(repeating: "x", count: 1001), "__proto__",
    ])
  }

  private mutating func oneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
}
