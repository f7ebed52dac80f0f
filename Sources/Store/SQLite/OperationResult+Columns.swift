import Library

/// How a result stands in the columns `place`, `outcome`, `conflict` and `problem`.
extension OperationResult {
  /// The sequence, or nil of a refused operation.
  var seq: Int? {
    guard case .accepted(let seq, _, _) = self else { return nil }
    return seq
  }

  var conflict: String? {
    guard case .accepted(_, _, let conflict) = self else { return nil }
    return conflict
  }

  var outcomeText: String {
    switch self {
    case .accepted(_, let outcome, _): outcome.rawValue
    case .refused: Outcome.refused.rawValue
    }
  }

  var problemText: String? {
    guard case .refused(let problem) = self else { return nil }
    return problem.json.canonicalText
  }

  /// Reads the columns.
  /// - Throws: `StoreError.damaged`.
  init(
    place: Int64, outcome: String, conflict: String?, problem: String?
  ) throws(StoreError) {
    if place > 0, let outcome = Outcome(rawValue: outcome) {
      self = .accepted(seq: Place.seq(of: place), outcome, conflict: conflict)
    } else if place < 0, let problem, let read = try? JSONValue(parsing: problem),
      let code = read["code"]?.string.flatMap(Problem.Code.init),
      let message = read["message"]?.string
    {
      self = .refused(Problem(code, message, field: read["field"]?.string))
    } else {
      throw .damaged("the log holds an operation with the outcome “\(outcome)”.")
    }
  }
}
