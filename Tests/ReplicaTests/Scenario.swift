import Library
import Replica
import Testing
import Wire

// How events and stored states are read from the shared scenarios; how they, and outputs, are
// written the simulator knows, which records runs of the same form.

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
          was: made["was"].map { Dictionary(formerTexts: $0) }, order: made["order"]?.int)
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
