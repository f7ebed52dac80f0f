extension Change {
  /// Reads the wire shape `{e, id, set?, add?, del?, create?, delete?, restore?}` (SYNC §2); other
  /// members are ignored.
  /// - Throws: `Problem.Code.malformed`, naming the member.
  public init(json: JSONValue) throws(Problem) {
    guard let members = json.object else { throw .notAn("change") }
    guard let kind = members["e"]?.string else { throw .member("e", "text", of: "change") }
    guard let id = members["id"]?.string else { throw .member("id", "text", of: "change") }
    self.init(EntityKey(kind: kind, id: id), life: try Self.life(members))
    if let set = members["set"] {
      guard let fields = set.object else { throw .member("set", "an object", of: "change") }
      self.set = fields
    }
    if let add = members["add"] { self.add = try JSONValue.elements(of: add, in: "change") }
    if let del = members["del"] { self.del = try JSONValue.names(of: del, in: "change") }
  }

  private static func life(_ members: JSONObject) throws(Problem) -> Life {
    var life = Life.keep
    for (name, value) in [("create", Life.create), ("delete", .delete), ("restore", .restore)] {
      guard let member = members[name] else { continue }
      guard let flag = member.bool else { throw .member(name, "true or false", of: "change") }
      guard flag else { continue }
      guard life == .keep else {
        throw Problem(
          .malformed, "A change creates, deletes or restores an entity, but only one of these.",
          field: name)
      }
      life = value
    }
    return life
  }

  /// The wire shape; what is empty is left out.
  public var json: JSONValue {
    var members: JSONObject = ["e": .string(entity.kind), "id": .string(entity.id)]
    switch life {
    case .keep: break
    case .create: members["create"] = true
    case .delete: members["delete"] = true
    case .restore: members["restore"] = true
    }
    if !set.isEmpty { members["set"] = .object(set) }
    if !add.isEmpty { members["add"] = .object(add.mapValues { .object($0) }) }
    if !del.isEmpty {
      members["del"] = .object(del.mapValues { .array($0.map { .string($0) }) })
    }
    return .object(members)
  }
}

extension JSONValue {
  /// Reads `{field: {element: value}}`.
  static func elements(
    of json: JSONValue, in thing: String
  ) throws(Problem) -> ByName<JSONObject> {
    guard let fields = json.object else {
      throw .member("add", "an object of objects", of: thing)
    }
    var sets: ByName<JSONObject> = [:]
    for (field, elements) in fields {
      guard let elements = elements.object else {
        throw .member("add", "an object of objects", of: thing)
      }
      sets[field] = elements
    }
    return sets
  }

  /// Reads `{field: [element]}`.
  static func names(of json: JSONValue, in thing: String) throws(Problem) -> ByName<[String]> {
    guard let fields = json.object else {
      throw .member("del", "an object of lists of texts", of: thing)
    }
    var sets: ByName<[String]> = [:]
    for (field, names) in fields {
      guard let array = names.array else {
        throw .member("del", "an object of lists of texts", of: thing)
      }
      let texts = array.compactMap(\.string)
      guard texts.count == array.count else {
        throw .member("del", "an object of lists of texts", of: thing)
      }
      sets[field] = texts
    }
    return sets
  }
}
