import Synchronization

/// How much of what connections sent waits for the hub, over all loops: beyond a bound the loops stop
/// reading from whoever adds to it. A hub that is behind must not be heaped up with letters.
final class InboxGauge: Sendable {
  private let waiting = Atomic(0)

  /// Notes a message of so many bytes on its way to the hub.
  func add(_ byteCount: Int) {
    waiting.add(Limits.inboxLetterByteCount + byteCount, ordering: .relaxed)
  }

  /// Notes that the hub has handled it. What is to be committed may wait there for its turn.
  func remove(_ byteCount: Int) {
    waiting.subtract(Limits.inboxLetterByteCount + byteCount, ordering: .relaxed)
  }

  /// What waits, in bytes, each message counted with `Limits.inboxLetterByteCount` more than it has.
  var byteCount: Int { waiting.load(ordering: .relaxed) }

  /// Whether nobody may add to it.
  var isFull: Bool { byteCount > Limits.inboxByteCountMax }
}
