package import Library
import Replica

/// What one device's replica was told and did, from one start of its program to the next: for the
/// replica in another language to do the same (`Tests/Web/support/replica-trace.mjs`).
package struct Trace: Sendable {
  private let begun: JSONObject
  private var steps: [JSONValue] = []

  /// Nothing was told to it yet.
  init(_ settings: ReplicaMachine.Settings, fresh: String, stored: Stored?) {
    begun = [
      "settings": ["client": .string(settings.client)], "fresh": .string(fresh),
      "stored": stored?.json ?? .null,
    ]
  }

  /// Whether the replica was told anything.
  package var isEmpty: Bool { steps.isEmpty }

  /// `{settings, fresh, stored, steps: [{now, chance, fresh, event, outputs}]}`.
  package var json: JSONValue {
    .object(begun.merging(["steps": .array(steps)]) { _, steps in steps })
  }

  mutating func add(_ event: Event, _ turn: Turn, _ outputs: [Output]) {
    steps.append([
      "now": .int(turn.now), "chance": JSONValue(number: turn.chance),
      "fresh": .string(turn.fresh), "event": event.json, "outputs": .array(outputs.map(\.json)),
    ])
  }
}

extension World {
  /// The replica of `index` starts, as the last of its traces.
  mutating func beginTrace(of index: Int, from stored: Stored?, _ turn: Turn) {
    guard isTraced else { return }
    if index == traces.count { traces.append([]) }
    traces[index].append(Trace(Self.settings, fresh: turn.fresh, stored: stored))
  }

  /// The replica of `index` was told `event` and gave `outputs`.
  mutating func keepTrace(of index: Int, _ event: Event, _ turn: Turn, _ outputs: [Output]) {
    guard isTraced else { return }
    traces[index][traces[index].count - 1].add(event, turn, outputs)
  }
}
