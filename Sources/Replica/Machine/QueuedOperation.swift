public import Library

/// One op of ours from its creation until it may be forgotten.
public struct QueuedOperation: Hashable, Sendable {
  /// What the server has said of it.
  public enum State: Hashable, Sendable {
    /// Nothing yet.
    case waiting
    /// It has `seq` in `epoch`; we heard so `at`, by the server's clock.
    case acked(seq: Int, epoch: String, at: Int)
    /// It was not applied.
    case refused(Problem)
  }

  /// The op.
  public var operation: Operation
  /// The incarnation that `operation.n` counts in.
  public var incarnation: String
  /// Its place in the queue.
  public var order: Int
  /// What the server has said of it.
  public var state: State
  /// The texts that the op's texts were made from, by entity and field: what its author had in front
  /// of them, null where there was none. Kept here only; the server finds them by `base`.
  public var was: [EntityKey: JSONObject]

  /// The op's id.
  public var id: String { operation.id }

  /// Whether the server has yet to judge it.
  var isWaiting: Bool { state == .waiting }

  /// What it sets a field of an entity to; nil where it does not.
  func value(of field: String, in entity: EntityKey) -> JSONValue? {
    operation.changes.last { $0.entity == entity && $0.set[field] != nil }?.set[field]
  }

  /// Makes a queued op.
  public init(
    _ operation: Operation, incarnation: String, order: Int, state: State = .waiting,
    was: [EntityKey: JSONObject] = [:]
  ) {
    self.operation = operation
    self.incarnation = incarnation
    self.order = order
    self.state = state
    self.was = was
  }
}

extension QueuedOperation {
  /// Reads the stored form.
  /// - Throws: `Problem.Code.malformed` when a member is missing or wrong.
  public init(json: JSONValue) throws(Problem) {
    guard let op = json["op"], let incarnation = json["incarnation"]?.string,
      let order = json["order"]?.int, let state = json["state"]?.string
    else { throw Problem(.malformed, "A stored edit cannot be read.") }
    let operation = try Operation(json: op)
    switch state {
    case "acked":
      self.init(
        operation, incarnation: incarnation, order: order,
        state: .acked(
          seq: json["seq"]?.int ?? 0, epoch: json["epoch"]?.string ?? "",
          at: json["ackedAt"]?.int ?? 0))
    case "refused":
      let problem = json["problem"]
      self.init(
        operation, incarnation: incarnation, order: order,
        state: .refused(
          Problem(
            problem?["code"]?.string.flatMap(Problem.Code.init(rawValue:)) ?? .invalid,
            problem?["message"]?.string ?? "", field: problem?["field"]?.string)))
    default: self.init(operation, incarnation: incarnation, order: order)
    }
    was = Dictionary(formerTexts: json["was"])
  }

  /// The stored form, the same as in a browser.
  public var json: JSONValue {
    var members: JSONObject = [
      "op": operation.json, "incarnation": .string(incarnation), "order": .int(order),
    ]
    switch state {
    case .waiting: members["state"] = "waiting"
    case .acked(let seq, let epoch, let at):
      members["state"] = "acked"
      members["seq"] = .int(seq)
      members["epoch"] = .string(epoch)
      members["ackedAt"] = .int(at)
    case .refused(let problem):
      members["state"] = "refused"
      members["problem"] = problem.json
    }
    if !was.isEmpty { members["was"] = was.formerTexts }
    return .object(members)
  }
}

extension [EntityKey: JSONObject] {
  /// Reads `{"kind/id": {field: text or null}}`; what is not of that form is left out.
  public init(formerTexts json: JSONValue?) {
    self.init()
    for (name, fields) in json?.object ?? [:] {
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, let fields = fields.object else { continue }
      self[EntityKey(kind: parts[0], id: parts[1])] = fields
    }
  }

  /// `{"kind/id": {field: text or null}}`.
  package var formerTexts: JSONValue {
    .object(
      JSONObject(
        uniqueKeysWithValues: map { ("\($0.key.kind)/\($0.key.id)", .object($0.value)) }))
  }
}
