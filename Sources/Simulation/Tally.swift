/// What a simulated world went through: so that a test can tell that faults did happen.
package struct Tally: Hashable, Sendable {
  /// Edits that people made.
  package var edits = 0
  /// Ops that the server took.
  package var accepted = 0
  /// Those among them that left a conflict record.
  package var conflicts = 0
  /// Those among them that brought a deleted entity back.
  package var revivals = 0
  /// Ops that the server refused.
  package var refused = 0
  /// Ops whose ack reached their device.
  package var acked = 0
  /// Connections that devices opened.
  package var connections = 0
  /// Those among them that fell silent.
  package var silences = 0
  /// Deaths of the server.
  package var serverDeaths = 0
  /// Those among them in the middle of a commit.
  package var commitDeaths = 0
  /// Deaths of devices.
  package var deviceDeaths = 0

  /// Makes an empty tally.
  package init() {}

  /// Adds another world's.
  package static func += (left: inout Tally, right: Tally) {
    for field in fields { left[keyPath: field] += right[keyPath: field] }
  }

  /// Whether everything that a tally counts happened at least once.
  package var isComplete: Bool { Self.fields.allSatisfy { self[keyPath: $0] > 0 } }

  private static var fields: [WritableKeyPath<Tally, Int>] {
    [
      \.edits, \.accepted, \.conflicts, \.revivals, \.refused, \.acked, \.connections, \.silences,
      \.serverDeaths, \.commitDeaths, \.deviceDeaths,
    ]
  }
}
