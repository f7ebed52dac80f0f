extension Operation {
  /// Reads the wire shape `{op, n, base, at, epoch?, do: [Change]}` (SYNC §2); other members are ignored.
  ///
  /// Only the shape is checked here; `Validation` checks what it says.
  /// - Throws: `Problem.Code.malformed`, naming the member.
  public init(json: JSONValue) throws(Problem) {
    guard json.object != nil else { throw .notAn("operation") }
    guard let id = json["op"]?.string else { throw .member("op", "text", of: "operation") }
    guard let n = json["n"]?.int else { throw .member("n", "a whole number", of: "operation") }
    guard let base = json["base"]?.int else {
      throw .member("base", "a whole number", of: "operation")
    }
    guard let at = json["at"]?.int else { throw .member("at", "a whole number", of: "operation") }
    let epoch = json["epoch"]
    guard epoch == nil || epoch?.string != nil else {
      throw .member("epoch", "text", of: "operation")
    }
    guard let items = json["do"]?.array else { throw .member("do", "a list", of: "operation") }
    guard items.count <= Limits.changesPerOperationMax else {
      throw Problem(
        .malformed,
        "An operation holds at most \(Limits.changesPerOperationMax) changes, and this one has "
          + "\(items.count).", field: "do")
    }
    var changes: [Change] = []
    changes.reserveCapacity(items.count)
    for item in items { changes.append(try Change(json: item)) }
    self.init(id: id, n: n, base: base, at: at, epoch: epoch?.string, changes: changes)
  }

  /// The wire shape.
  public var json: JSONValue {
    var members: JSONObject = [
      "op": .string(id), "n": .int(n), "base": .int(base), "at": .int(at),
      "do": .array(changes.map(\.json)),
    ]
    members["epoch"] = epoch.map(JSONValue.string)
    return .object(members)
  }
}

extension Problem {
  static func notAn(_ thing: String) -> Problem {
    Problem(.malformed, "This is no \(thing): it is not a JSON object.")
  }

  static func member(_ name: String, _ type: String, of thing: String) -> Problem {
    Problem(.malformed, "The member “\(name)” of this \(thing) must be \(type).", field: name)
  }
}
