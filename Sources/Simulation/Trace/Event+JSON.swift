package import Library
package import Replica
import Wire

// How what happens to a replica is written down: as a browser's replica takes it (Web/replica/events.js).

extension Event {
  /// The event as the shared vectors have it.
  package var json: JSONValue {
    switch self {
    case .start: ["type": "start"]
    case .stop: ["type": "stop"]
    case .wake: ["type": "wake"]
    case .opened: ["type": "opened"]
    case .paired(let token):
      Self.json("paired", token.map { ["token": .string($0)] } ?? [:])
    case .network(let isUp): ["type": "network", "up": .bool(isUp)]
    case .message(let message): ["type": "message", "message": message.json]
    case .unreadable(let reason): ["type": "unreadable", "reason": .string(reason)]
    case .closed(let code, let reason):
      ["type": "closed", "code": .int(Int(code)), "reason": .string(reason)]
    case .timer(let timer): ["type": "timer", "timer": .string(timer.rawValue)]
    case .edit(let id, let changes, let made):
      Self.json(
        "edit",
        (["op": .string(id), "changes": .array(changes.map(\.json))] as JSONObject)
          .merging(made.map { ["made": $0.json] } ?? [:]) { $1 })
    case .retry(let id): ["type": "retry", "op": .string(id)]
    case .discard(let id): ["type": "discard", "op": .string(id)]
    case .persisted(let number): ["type": "persisted", "number": .int(number)]
    case .notPersisted(let number, let reason):
      ["type": "notPersisted", "number": .int(number), "reason": .string(reason)]
    }
  }

  private static func json(_ type: String, _ members: JSONObject) -> JSONValue {
    .object(members.merging(["type": .string(type)]) { $1 })
  }
}

extension Making {
  fileprivate var json: JSONValue {
    var members: JSONObject = ["base": .int(base), "at": .int(at)]
    members["epoch"] = epoch.map(JSONValue.string)
    members["was"] = was?.formerTexts
    members["order"] = order.map(JSONValue.int)
    return .object(members)
  }
}

extension Stored {
  /// What a storage holds, as the shared vectors have it.
  var json: JSONValue {
    [
      "checkpoint": checkpoint.json, "entities": .array(entities.map(\.json)),
      "ops": .array(operations.map(\.json)),
    ]
  }
}
