package import Library

/// Everything that one transaction writes to a library.
package struct CommitBatch: Sendable {
  /// The operations met for the first time, in order. Those accepted carry the sequences after the
  /// library's head, without a gap.
  package var operations: [LoggedOperation]
  /// The entities they wrote, as they stand after all of them; each once.
  package var states: [EntityState]
  /// What each of those that changed something changed, in order. Of what programs wrote the store keeps the
  /// newest of a day.
  package var history: [[HistoryEntry]]
  /// How far the authors have come.
  package var progress: [DeviceProgress]
  /// The library's head after the batch.
  package var head: Int
  /// The library's time after the batch.
  package var time: Int

  /// Makes a batch from its parts.
  package init(
    operations: [LoggedOperation], states: [EntityState], history: [[HistoryEntry]] = [],
    progress: [DeviceProgress], head: Int, time: Int
  ) {
    self.operations = operations
    self.states = states
    self.history = history
    self.progress = progress
    self.head = head
    self.time = time
  }
}
