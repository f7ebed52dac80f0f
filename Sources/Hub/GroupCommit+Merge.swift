import Library
import Store

extension GroupCommit {
  /// Merges an operation into the states as its predecessors in this transaction left them.
  mutating func merge(
    _ operation: Operation, by author: DeviceProgress
  ) throws(StoreError) -> OperationResult {
    let moment = Moment(seq: head + 1, baseTime: baseTime(operation.base), now: time)
    stepsLeft = stepsLeftByDevice[author.device] ?? Library.Limits.mergeStepsPerCommitMax
    defer {
      if stepsLeft < Library.Limits.mergeStepsPerCommitMax {
        stepsLeftByDevice[author.device] = stepsLeft
      }
    }
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
      for state in applied.states { put(state) }
      history.append(applied.history)
      unbalanced.formUnion(Rebalance.needed(after: applied))
      return .accepted(seq: head, applied.outcome, conflict: applied.conflict)
    }
  }

  /// Takes over a new state of an entity.
  mutating func put(_ state: EntityState) {
    let before = states.updateValue(state, forKey: state.entity)
    if isWritten.insert(state.entity).inserted { written.append(state.entity) }
    // Most edits leave a book what it is: where it was looked for before, it is found.
    guard state.entity.kind == "book",
      before?.sets.isSame("identifiers", as: state.sets) != true
    else { return }
    if let before {
      let identifiers = state.sets["identifiers"] ?? [:]
      for name in before.sets.names(in: "identifiers") where identifiers[name]?.shown == nil {
        identified[name]?.remove(state.entity)
      }
    }
    for name in state.sets.names(in: "identifiers") {
      identified[name, default: WrittenTwins()].insert(state.entity)
    }
  }

  /// Server time when `base` was committed.
  private func baseTime(_ base: Int) -> Int {
    min(baseTimes[base] ?? (base <= 0 ? library.created : time), time)
  }
}

/// What merging reads goes through here; a failure is kept for whoever asked for the merge.
extension GroupCommit: MergeSource {
  mutating func state(of key: EntityKey) -> EntityState? {
    if let known = states[key] { return known }
    if absent.contains(key) { return nil }
    let state = ask(nil) { snapshot throws(StoreError) in try snapshot.states(of: [key])[key] }
    if let state { states[key] = state } else if failure == nil { absent.insert(key) }
    return state
  }

  mutating func text(
    of field: String, in key: EntityKey, seenBy author: Library.Author
  ) -> SeenText {
    let here = history.entries(of: key).last {
      $0.subject == .field(field) && author.hasSeen($0.version)
    }
    let seen: HistoryEntry
    if let here {
      seen = here
    } else {
      let outcome = look { snapshot, stepsMax throws(StoreError) in
        try snapshot.change(of: field, in: key, seenBy: author, stepsMax: stepsMax)
      }
      switch outcome {
      case .found(let stored): seen = stored
      // Nothing is written before it is seen to be: the author had an empty field.
      case .nothing: return .kept(.null)
      case .cutShort: return .forgotten
      }
    }
    // What authors wrote themselves they had in front of them as they wrote it, until they were told
    // what it became.
    let isOwnUntold = seen.version.seq > author.base
    return .kept((isOwnUntold ? seen.written : nil) ?? seen.to ?? .null)
  }

  mutating func books(identifiedBy identifier: String) -> [EntityKey] {
    // Many copies of one book may be made in one commit.
    let stored =
      storedTwins[identifier]
      ?? ask([]) { snapshot throws(StoreError) in
        try snapshot.books(
          identifiedBy: identifier, limit: Library.Limits.twinsLookedAtMax)
      }
    storedTwins[identifier] = stored
    var books = stored
    books.removeAll { state(of: $0)?.sets["identifiers"]?[identifier]?.shown == nil }
    let wanted = Library.Limits.twinsLookedAtMax - books.count
    // What is not shown of `stored` is not among those that hold it here.
    return books + (identified[identifier]?.first(wanted, without: books) ?? [])
  }

  mutating func isMakingSeen(of key: EntityKey, by author: Library.Author) -> Bool {
    let isHere = history.entries(of: key).contains {
      $0.subject == .life && $0.to == .string(HistoryEntry.created) && author.hasSeen($0.version)
    }
    if isHere { return true }
    let outcome = look { snapshot, stepsMax throws(StoreError) in
      try snapshot.making(of: key, seenBy: author, stepsMax: stepsMax)
    }
    guard case .found = outcome else { return false }
    return true
  }

  mutating func history(of key: EntityKey) -> [HistoryEntry] {
    ask([]) { snapshot throws(StoreError) in try snapshot.authoredHistory(of: key) }
      + history.entries(of: key).filter(\.isAuthored)
  }

  /// Looks through the past, as far as the author may.
  private mutating func look(
    _ question: (any LibrarySnapshot, Int) throws(StoreError) -> HistorySearch
  ) -> HistorySearch.Outcome {
    let stepsMax = stepsLeft
    let search = ask(nil) { snapshot throws(StoreError) -> HistorySearch? in
      try question(snapshot, stepsMax)
    }
    guard let search else { return .cutShort }
    stepsLeft -= search.steps
    return search.outcome
  }

  /// Asks the snapshot. An answer that did not come is `none`, and the operation comes to nothing.
  private mutating func ask<Answer>(
    _ none: Answer, _ question: (any LibrarySnapshot) throws(StoreError) -> Answer
  ) -> Answer {
    do throws(StoreError) {
      return try question(snapshot)
    } catch {
      failure = failure ?? error
      return none
    }
  }
}
