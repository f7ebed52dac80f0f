import Library
import Replica
import Simulation
import TestSupport
import Testing
import Wire

/// The shared scenarios: after every event, exactly the expected outputs; at the end, the view.
struct ScenarioTests {
  static let files = [
    "first-sync.json", "catch-up.json", "edits.json", "push.json", "quarantine.json", "resume.json",
    "connection.json", "aliases.json", "text.json", "tabs.json",
  ]

  static func cases() throws -> [Vectors.Case] {
    try files.flatMap { try Vectors.cases("replica", $0) }
  }

  @Test(arguments: try cases())
  func `a scenario plays as written`(scenario: Vectors.Case) throws {
    let steps = try #require(scenario.body["when"]?.array)
    var replica = try begin(scenario, now: try #require(steps.first?["now"]?.int))
    let expected = try #require(scenario.body["expect"]?["outputs"]?.array)
    for (index, step) in steps.enumerated() {
      let turn = Turn(
        now: try #require(step["now"]?.int), chance: try #require(step["chance"]?.number),
        fresh: try #require(step["fresh"]?.string))
      let outputs = replica.handle(try Event(scenario: try #require(step["event"])), turn)
      let got = JSONValue.array(outputs.map(\.json))
      #expect(
        got.canonicalText == expected[index].canonicalText, "after event \(index) of \(scenario)")
    }
    for (key, entity) in scenario.body["expect"]?["view"]?.object ?? [:] {
      let shown = replica.view[EntityKey(vector: key)]
      #expect((shown?.json ?? .null).canonicalText == entity.canonicalText)
    }
    try checkLists(scenario.body["expect"], replica.view)
  }

  @Test(arguments: try cases())
  func `an event is written as it is read`(scenario: Vectors.Case) throws {
    for step in try #require(scenario.body["when"]?.array) {
      let event = try Event(scenario: try #require(step["event"]))
      #expect(try Event(scenario: event.json) == event)
    }
  }

  /// What the view lists, where a scenario says.
  private func checkLists(_ expected: JSONValue?, _ view: LibraryView) throws {
    for (kind, ids) in expected?["lists"]?.object ?? [:] {
      #expect(view.list(kind).map(\.entity.id).sorted() == ids.array?.compactMap(\.string))
    }
    for (key, id) in expected?["resolve"]?.object ?? [:] {
      #expect(view.resolve(EntityKey(vector: key))?.entity.id == id.string)
    }
    if let trash = expected?["trash"]?.array {
      let keys = view.trash.map { "\($0.entity.kind)/\($0.entity.id)" }
      #expect(keys.sorted() == trash.compactMap(\.string))
    }
  }

  private func begin(_ scenario: Vectors.Case, now: Int) throws -> ReplicaMachine {
    let given = try #require(scenario.body["given"])
    let stored = try given["stored"].flatMap { $0.isNull ? nil : try Stored(scenario: $0) }
    return ReplicaMachine(
      stored,
      settings: ReplicaMachine.Settings(
        client: try #require(given["settings"]?["client"]?.string),
        token: given["settings"]?["token"]?.string,
        deviceName: given["settings"]?["deviceName"]?.string),
      turn: Turn(now: now, chance: 0, fresh: try #require(given["fresh"]?.string)))
  }
}

extension EntityKey {
  fileprivate init(vector key: String) {
    let parts = key.split(separator: "/", maxSplits: 1).map(String.init)
    self.init(kind: parts[0], id: parts[1])
  }
}
