package import Library
package import Replica
import Wire

// How what a replica asks for is written down: as a browser's replica says it (Web/replica/events.js).

extension Output {
  /// The output as the shared vectors have it.
  package var json: JSONValue {
    switch self {
    case .connect: ["type": "connect"]
    case .disconnect(let code, let reason):
      ["type": "disconnect", "code": .int(Int(code.rawValue)), "reason": .string(reason)]
    case .send(let message): ["type": "send", "message": message.json]
    case .schedule(let timer, let after):
      ["type": "schedule", "timer": .string(timer.rawValue), "after": .int(after)]
    case .cancel(let timer): ["type": "cancel", "timer": .string(timer.rawValue)]
    case .persist(let number, let batch):
      ["type": "persist", "number": .int(number), "batch": batch.json]
    case .changed(.everything, let isRemote):
      ["type": "changed", "keys": nil, "remote": .bool(isRemote)]
    case .changed(.keys(let keys), let isRemote):
      [
        "type": "changed", "keys": .array(keys.map { .string("\($0.kind)/\($0.id)") }),
        "remote": .bool(isRemote),
      ]
    case .settled(let ids): ["type": "settled", "ops": .array(ids.map(JSONValue.string))]
    case .rejected(let id, let problem):
      ["type": "rejected", "op": .string(id), "problem": problem.json]
    case .status(let status): ["type": "status", "status": status.json]
    }
  }
}

extension Batch {
  fileprivate var json: JSONValue {
    var members: JSONObject = [:]
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
  fileprivate var json: JSONValue {
    var members: JSONObject = [
      "state": .string(state.rawValue), "waiting": .int(waiting), "problems": .int(problems),
    ]
    if let message { members["message"] = .string(message) }
    if let progress {
      var parts: JSONObject = ["have": .int(progress.have)]
      parts["of"] = progress.of.map(JSONValue.int)
      members["progress"] = .object(parts)
    }
    if let clockOffsetMilliseconds { members["clockOffset"] = .int(clockOffsetMilliseconds) }
    return .object(members)
  }
}
