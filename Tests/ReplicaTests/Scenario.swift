import Library
import Replica
import Testing
import Wire

// How events, outputs and stored states stand in the shared scenarios.

extension Stored {
  init(scenario json: JSONValue) throws {
    self.init(
      checkpoint: try Checkpoint(json: try #require(json["checkpoint"])),
      entities: try (json["entities"]?.array ?? []).map { try EntityView(json: $0) },
      operations: try (json["ops"]?.array ?? []).map { try QueuedOperation(json: $0) })
  }
}

extension Event {
  init(scenario json: JSONValue) throws {
    let id = json["op"]?.string
    let number = json["number"]?.int
    let reason = json["reason"]?.string ?? ""
    switch json["type"]?.string {
    case "start": self = .start
    case "stop": self = .stop
    case "wake": self = .wake
    case "opened": self = .opened
    case "paired": self = .paired(token: json["token"]?.string)
    case "network": self = .network(isUp: try #require(json["up"]?.bool as Bool?))
    case "message":
      // An unknown type arrives as the decoder gives it.
      let message = try #require(json["message"])
      self = .message(try ServerMessage(decoding: message.canonicalBytes))
    case "unreadable": self = .unreadable(reason: reason)
    case "closed":
      self = .closed(code: UInt16(try #require(json["code"]?.int)), reason: reason)
    case "timer":
      self = .timer(try #require(json["timer"]?.string.flatMap(ReplicaTimer.init(rawValue:))))
    case "edit":
      let changes = try (json["changes"]?.array ?? []).map { try Change(json: $0) }
      let made = json["made"].flatMap { made in
        Making(
          base: made["base"]?.int ?? 0, at: made["at"]?.int ?? 0, epoch: made["epoch"]?.string,
          was: made["was"].map { Dictionary(formerTexts: $0) })
      }
      self = .edit(id: try #require(id), changes: changes, made: made)
    case "retry": self = .retry(id: try #require(id))
    case "discard": self = .discard(id: try #require(id))
    case "persisted": self = .persisted(number: try #require(number))
    case "notPersisted": self = .notPersisted(number: try #require(number), reason: reason)
    case let type:
      Issue.record("no event of type \(type ?? "nothing")")
      self = .stop
    }
  }
}

extension Output {
  func scenario() throws -> JSONValue {
    switch self {
    case .connect: ["type": "connect"]
    case .disconnect(let code, let reason):
      ["type": "disconnect", "code": .int(Int(code.rawValue)), "reason": .string(reason)]
    case .send(let message): ["type": "send", "message": message.json]
    case .schedule(let timer, let after):
      ["type": "schedule", "timer": .string(timer.rawValue), "after": .int(after)]
    case .cancel(let timer): ["type": "cancel", "timer": .string(timer.rawValue)]
    case .persist(let number, let batch):
      ["type": "persist", "number": .int(number), "batch": batch.scenario]
    case .changed(.everything, let isRemote):
      ["type": "changed", "keys": nil, "remote": .bool(isRemote)]
    case .changed(.keys(let keys), let isRemote):
      [
        "type": "changed", "keys": .array(keys.map { .string("\($0.kind)/\($0.id)") }),
        "remote": .bool(isRemote),
      ]
    case .settled(let ids): ["type": "settled", "ops": .array(ids.map(JSONValue.string))]
    case .rejected(let id, let problem):
      ["type": "rejected", "op": .string(id), "problem": problem.scenario]
    case .status(let status): ["type": "status", "status": status.scenario]
    }
  }
}

extension Batch {
  fileprivate var scenario: JSONValue {
    var members: [String: JSONValue] = [:]
    if let checkpoint { members["checkpoint"] = checkpoint.json }
    if replacesAll { members["replace"] = true }
    if !entities.isEmpty || replacesAll { members["entities"] = .array(entities.map(\.json)) }
    if !operations.isEmpty { members["ops"] = .array(operations.map(\.json)) }
    if !removedOperations.isEmpty {
      members["removedOps"] = .array(removedOperations.map(JSONValue.string))
    }
    return .object(members)
  }
}

extension Status {
  fileprivate var scenario: JSONValue {
    var members: [String: JSONValue] = [
      "state": .string(state.rawValue), "waiting": .int(waiting), "problems": .int(problems),
    ]
    if let message { members["message"] = .string(message) }
    if let progress {
      members["progress"] = ["have": .int(progress.have), "of": .int(progress.of)]
    }
    if let clockOffsetMilliseconds { members["clockOffset"] = .int(clockOffsetMilliseconds) }
    return .object(members)
  }
}

extension Problem {
  fileprivate var scenario: JSONValue {
    var members: [String: JSONValue] = [
      "code": .string(code.rawValue), "message": .string(message),
    ]
    members["field"] = field.map(JSONValue.string)
    return .object(members)
  }
}
