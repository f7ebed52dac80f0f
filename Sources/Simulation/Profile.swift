/// How a simulated world is made: how many live in it, for how long, and what goes wrong how often.
package struct Profile: Sendable {
  /// Devices that edit.
  package var deviceCount = 4
  /// Edits of all devices together.
  package var editCount = 160
  /// How long people edit, in virtual milliseconds.
  package var duration = 300_000
  /// How long everything then has to come to rest, in virtual milliseconds.
  package var healingDuration = 900_000
  /// Books, shelves and readings are of this many ids each, so that edits meet.
  package var idCount = 6
  /// Deaths of the server beside those at commits.
  package var serverDeathCount = 3
  /// A commit in so many kills the server, before or after it is durable.
  package var commitsPerDeath = 25
  /// Deaths of each device.
  package var deviceDeathCount = 2
  /// Outages of each device's network.
  package var outageCount = 4
  /// A message in so many finds its link dead.
  package var messagesPerDeadLink = 80
  /// A message in so many congests its link.
  package var messagesPerCongestion = 60
  /// How wrong clocks are at most, in milliseconds: a year.
  package var clockErrorMax = 365 * 24 * 60 * 60 * 1000
  /// How often each clock jumps.
  package var clockJumpCount = 2

  /// The world that `make test` looks at.
  package init() {}
}
