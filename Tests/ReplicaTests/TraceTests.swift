import Library
import Replica
import Simulation
import TestSupport
import Testing
import Wire

/// Long runs of the simulated world, recorded from the JavaScript replica: this one must do the same
/// at every step (Tests/Web/replica-trace.test.mjs plays those that the Swift simulator records).
struct TraceTests {
  @Test func `a run recorded by the JavaScript replica is the same here`() throws {
    let traces = try #require(try Vectors.document("replica", "trace-simulated.json")?.array)
    #expect(!traces.isEmpty)
    for trace in traces { try play(trace) }
  }

  private func play(_ trace: JSONValue) throws {
    let steps = try #require(trace["steps"]?.array)
    let stored = try trace["stored"].flatMap { $0.isNull ? nil : try Stored(scenario: $0) }
    var replica = ReplicaMachine(
      stored,
      settings: ReplicaMachine.Settings(client: try #require(trace["settings"]?["client"]?.string)),
      turn: Turn(now: 0, chance: 0, fresh: try #require(trace["fresh"]?.string)))
    for (index, step) in steps.enumerated() {
      let turn = Turn(
        now: try #require(step["now"]?.int), chance: try #require(step["chance"]?.number),
        fresh: try #require(step["fresh"]?.string))
      let event = try Event(scenario: try #require(step["event"]))
      let outputs = replica.handle(event, turn).map(\.json)
      // One difference is enough: whatever follows is different too.
      try #require(
        JSONValue.array(outputs).canonicalText == step["outputs"]?.canonicalText,
        "after step \(index) of the run that begins as \(trace["fresh"]?.string ?? "")")
    }
  }
}
