import Library
import Store

extension GroupCommit {
  /// Merges an operation into the states as its predecessors in this transaction left them.
  mutating func merge(
    _ operation: Operation, by author: Author
  ) throws(StoreError) -> OperationResult {
    let moment = Moment(seq: head + 1, baseTime: baseTime(operation.base), now: time)
    let merged: Result<Applied, Problem>
    do throws(Problem) {
      merged = .success(
        try Merge.apply(
          operation, device: author.device, incarnation: author.incarnation, moment: moment,
          from: &self))
    } catch {
      merged = .failure(error)
    }
    // What was merged without having read everything is nothing.
    if let failure { throw failure }
    switch merged {
    case .failure(let problem):
      return .refused(problem)
    case .success(let applied):
      head += 1
      for state in applied.states {
        states[state.entity] = state
        if isWritten.insert(state.entity).inserted { written.append(state.entity) }
      }
      return .accepted(seq: head, applied.outcome, conflict: applied.conflict)
    }
  }

  /// Server time when `base` was committed. What lies in this transaction is of its time; a base
  /// beyond the head stands for all there is.
  private func baseTime(_ base: Int) -> Int {
    min(baseTimes[base] ?? (base < 0 ? snapshot.library.created : time), time)
  }
}

/// What merging reads goes through here; a failure is kept for whoever asked for the merge.
extension GroupCommit: MergeSource {
  mutating func state(of key: EntityKey) -> EntityState? {
    if let known = states[key] { return known }
    do throws(StoreError) {
      let state = try snapshot.states(of: [key])[key]
      states.updateValue(state, forKey: key)
      return state
    } catch {
      failure = failure ?? error
      return nil
    }
  }

  mutating func text(
    of field: String, in key: EntityKey, seenBy author: Library.Author
  ) -> SeenText { .forgotten }

  mutating func books(identifiedBy identifier: String) -> [EntityKey] { [] }

  mutating func history(of key: EntityKey) -> [HistoryEntry] { [] }
}
