extension Row {
  /// Reads the wire shape `{e, id, seq, at, by, set?, add?, del?, deleted?, alias?, purged?}` (SYNC
  /// §3); other members are ignored. `alias` is an id, or null when the entity stands for itself again.
  /// - Throws: `Problem.Code.malformed`, naming the member.
  public init(json: JSONValue) throws(Problem) {
    guard let members = json.object else { throw .notAn("row") }
    guard let kind = members["e"]?.string else { throw .member("e", "text", of: "row") }
    guard let id = members["id"]?.string else { throw .member("id", "text", of: "row") }
    guard let seq = members["seq"]?.int else { throw .member("seq", "a whole number", of: "row") }
    guard let at = members["at"]?.int else { throw .member("at", "a whole number", of: "row") }
    guard let by = members["by"]?.string else { throw .member("by", "text", of: "row") }
    self.init(EntityKey(kind: kind, id: id), seq: seq, at: at, by: by)
    if let set = members["set"] {
      guard let fields = set.object else { throw .member("set", "an object", of: "row") }
      self.set = fields
    }
    if let add = members["add"] { self.add = try JSONValue.elements(of: add, in: "row") }
    if let del = members["del"] { self.del = try JSONValue.names(of: del, in: "row") }
    if let deleted = members["deleted"] {
      guard let flag = deleted.bool else { throw .member("deleted", "true or false", of: "row") }
      self.deleted = flag
    }
    if let alias = members["alias"] {
      guard alias.isNull || alias.string != nil else {
        throw .member("alias", "text or null", of: "row")
      }
      self.alias = alias.string.map(Alias.of) ?? Alias.none
    }
    if let purged = members["purged"] {
      guard let flag = purged.bool else { throw .member("purged", "true or false", of: "row") }
      isPurged = flag
    }
  }

  /// The wire shape; what is empty is left out.
  public var json: JSONValue {
    var members: JSONObject = [
      "e": .string(entity.kind), "id": .string(entity.id), "seq": .int(seq), "at": .int(at),
      "by": .string(by),
    ]
    if !set.isEmpty { members["set"] = .object(set) }
    if !add.isEmpty { members["add"] = .object(add.mapValues { .object($0) }) }
    if !del.isEmpty {
      members["del"] = .object(del.mapValues { .array($0.map { .string($0) }) })
    }
    if let deleted { members["deleted"] = .bool(deleted) }
    switch alias {
    case .of(let id)?: members["alias"] = .string(id)
    case Alias.none?: members["alias"] = .null
    case nil: break
    }
    if isPurged { members["purged"] = true }
    return .object(members)
  }

  /// Appends the canonical bytes of `json`, without making that first: every commit has its rows.
  public func appendCanonical(to bytes: inout [UInt8]) {
    func append(_ start: StaticString, _ value: JSONValue, _ end: StaticString = "") {
      JSONValue.append(json: start, to: &bytes)
      value.appendCanonical(to: &bytes)
      JSONValue.append(json: end, to: &bytes)
    }
    bytes.append(UInt8(ascii: "{"))
    if !add.isEmpty { append("\"add\":", .object(add.mapValues { .object($0) }), ",") }
    switch alias {
    case .of(let id)?: append("\"alias\":", .string(id), ",")
    case Alias.none?: append("\"alias\":", .null, ",")
    case nil: break
    }
    append("\"at\":", .int(at))
    append(",\"by\":", .string(by))
    if !del.isEmpty {
      append(",\"del\":", .object(del.mapValues { .array($0.map { .string($0) }) }))
    }
    if let deleted { append(",\"deleted\":", .bool(deleted)) }
    append(",\"e\":", .string(entity.kind))
    append(",\"id\":", .string(entity.id))
    if isPurged { append(",\"purged\":", true) }
    append(",\"seq\":", .int(seq))
    if !set.isEmpty { append(",\"set\":", .object(set)) }
    bytes.append(UInt8(ascii: "}"))
  }
}
