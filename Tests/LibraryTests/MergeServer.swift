import Library

/// The smallest server there can be: the merge, a sequence and the time of each commit.
struct MergeServer {
  private(set) var states: [EntityKey: EntityState] = [:]
  private(set) var head = 0
  private var commitTimes = [0]

  /// Merges `operation`; a refused one leaves no trace.
  mutating func push(
    _ operation: Operation, device: String, incarnation: String = "i1", now: Int
  ) throws(Problem) -> Applied {
    let moment = Moment(
      seq: head + 1, baseTime: commitTimes[min(max(operation.base, 0), head)],
      now: max(now, commitTimes[head]))
    var source = StatesOnly { [states] in states[$0] }
    let applied = try Merge.apply(
      operation, device: device, incarnation: incarnation, moment: moment, from: &source)
    for state in applied.states { states[state.entity] = state }
    head += 1
    commitTimes.append(moment.now)
    return applied
  }

  /// The rows that a pull from `cursor` gets, by entity.
  func rows(since cursor: Int) -> [Row] {
    states.values.compactMap { $0.row(since: cursor) }
      .sorted { ($0.entity.kind, $0.entity.id) < ($1.entity.kind, $1.entity.id) }
  }

  /// What a client that has pulled everything shows, by `kind/id`.
  var views: [String: EntityView] {
    var views: [String: EntityView] = [:]
    for row in rows(since: 0) {
      var view = EntityView(row.entity)
      view.apply(row)
      views[row.entity.kind + "/" + row.entity.id] = view
    }
    return views
  }
}
