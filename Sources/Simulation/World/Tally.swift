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
  /// Those among them that went together with something concurrent.
  package var merges = 0
  /// Those among them that found their book there already.
  package var aliases = 0
  /// Ops that the server refused.
  package var refused = 0
  /// Ops whose ack reached their device.
  package var acked = 0
  /// Connections that devices opened.
  package var connections = 0
  /// Those among them that fell silent.
  package var silences = 0
  /// Connections that repeated what another said.
  package var doubles = 0
  /// Networks that went away for a while.
  package var outages = 0
  /// Deaths of the server.
  package var serverDeaths = 0
  /// Those among them in the middle of a commit.
  package var commitDeaths = 0
  /// Restores of the server from a backup.
  package var serverRestores = 0
  /// Deaths of devices.
  package var deviceDeaths = 0
  /// Writes that a device's disk refused.
  package var refusedWrites = 0
  /// Disks of devices that went back to a copy, or lost everything.
  package var replacedDisks = 0
  /// Copies that came alive beside their original.
  package var clones = 0

  /// Makes an empty tally.
  package init() {}

  /// Adds another world's.
  package static func += (left: inout Tally, right: Tally) {
    for (_, field) in fields { left[keyPath: field] += right[keyPath: field] }
  }

  /// What never happened.
  package var missing: [String] {
    Self.fields.filter { self[keyPath: $0.1] == 0 }.map(\.0)
  }

  private static var fields: [(String, WritableKeyPath<Tally, Int>)] {
    [
      ("edits", \.edits), ("accepted", \.accepted), ("conflicts", \.conflicts),
      ("revivals", \.revivals), ("merges", \.merges), ("aliases", \.aliases),
      ("refused", \.refused), ("acked", \.acked), ("connections", \.connections),
      ("silences", \.silences), ("doubles", \.doubles), ("outages", \.outages),
      ("serverDeaths", \.serverDeaths), ("commitDeaths", \.commitDeaths),
      ("serverRestores", \.serverRestores), ("deviceDeaths", \.deviceDeaths),
      ("refusedWrites", \.refusedWrites), ("replacedDisks", \.replacedDisks),
      ("clones", \.clones),
    ]
  }
}
