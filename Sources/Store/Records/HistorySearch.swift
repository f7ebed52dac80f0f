package import Library

/// What came of looking for something in an entity's history, of which no more is read than there is time
/// for.
package struct HistorySearch {
  /// How it ended.
  package enum Outcome: Hashable {
    /// This is it.
    case found(HistoryEntry)
    /// All was looked through, and it is not there.
    case nothing
    /// There was too much to look through (`Library.Limits.historyRowsPerQuestionMax`, or the steps that
    /// were left).
    case cutShort
  }

  /// How it ended.
  package var outcome: Outcome
  /// What it took (`Library.Limits.historyRowSteps`).
  package var steps = 0

  init(_ outcome: Outcome) { self.outcome = outcome }
}
