extension EntityState {
  /// The stored form: compact, since a library keeps one for each of its entities.
  ///
  /// Fields written together share their version, so versions stand once, in the table `v`, and
  /// values point into it:
  /// `{e, id, v: [[stamp, seq, device, incarnation, n]], c, u, a: [last, other?], d?, l?, h?, b?,
  /// r: {field: [value, version, echo…, [seq]?]},
  /// s: {field: {folded: [name, seq, removed|null, [value, version]…]}}}`
  /// with `c` created, `u` last, `a` authored, `d` deletion, `l` lifeSeq, `h` shelved, `b` alias; a
  /// register's seq stands only where it is not its version's. A skeleton is `{e, id, p: [seq, stamp,
  /// seq of the deletion]}`.
  public var json: JSONValue {
    if isPurged {
      return [
        "e": .string(entity.kind), "id": .string(entity.id),
        "p": [.int(last.seq), .int(last.stamp), .int(deletion?.seq ?? 0)],
      ]
    }
    var table = VersionTable()
    var members: [String: JSONValue] = [
      "e": .string(entity.kind), "id": .string(entity.id),
      "c": table.index(of: created), "u": table.index(of: last),
    ]
    members["a"] = table.trace(authored)
    members["h"] = shelved.map { table.trace($0) }
    members["b"] = alias?.json
    if let deletion { members["d"] = table.index(of: deletion) }
    if lifeSeq > 0 { members["l"] = .int(lifeSeq) }
    if !registers.isEmpty {
      members["r"] = .object(registers.mapValues { table.pair($0) })
    }
    if !sets.isEmpty {
      members["s"] = .object(
        sets.mapValues { elements in .object(elements.mapValues { table.element($0) }) })
    }
    members["v"] = table.json
    return .object(members)
  }

  /// Reads the stored form.
  /// - Throws: `Problem.Code.malformed` when it is none.
  public init(json: JSONValue) throws(Problem) {
    guard let kind = json["e"]?.string, let id = json["id"]?.string else { throw Self.broken }
    let key = EntityKey(kind: kind, id: id)
    if let skeleton = json["p"] {
      guard let parts = skeleton.array, parts.count == 3, let seq = parts[0].int,
        let stamp = parts[1].int, let deletedSeq = parts[2].int
      else { throw Self.broken }
      self.init(skeletonOf: key, seq: seq, stamp: stamp, deletedSeq: deletedSeq)
      return
    }
    guard let table = StoredVersions(json: json["v"]), let created = table[json["c"]],
      let last = table[json["u"]], let authored = table.trace(json["a"])
    else { throw Self.broken }
    self.init(key, created: created, last: last, authored: authored)
    if let trace = json["h"] {
      guard let shelved = table.trace(trace) else { throw Self.broken }
      self.shelved = shelved
    }
    if let stored = json["b"] {
      guard let alias = AliasState(json: stored) else { throw Self.broken }
      self.alias = alias
    }
    if let index = json["d"] {
      guard let version = table[index] else { throw Self.broken }
      deletion = version
    }
    lifeSeq = json["l"]?.int ?? 0
    for (field, stored) in json["r"]?.object ?? [:] {
      registers[field] = try table.pair(stored)
    }
    for (field, stored) in json["s"]?.object ?? [:] {
      guard let elements = stored.object else { throw Self.broken }
      sets[field] = try elements.mapValuesThrowing(table.element)
    }
  }

  fileprivate static let broken = Problem(
    .malformed, "A stored entity is damaged and cannot be read.")
}

/// Numbers the versions of an entity as they are met.
private struct VersionTable {
  private var versions: [Version] = []

  /// An entity has few versions, and mostly the same as a moment ago: searching from the end beats
  /// hashing.
  mutating func index(of version: Version) -> JSONValue {
    if let index = versions.lastIndex(of: version) { return .int(index) }
    versions.append(version)
    return .int(versions.count - 1)
  }

  mutating func pair(_ versioned: VersionedValue) -> JSONValue {
    var parts = [versioned.value, index(of: versioned.version)]
    for echo in versioned.echoes { parts.append(index(of: echo)) }
    if versioned.seq != versioned.version.seq { parts.append([.int(versioned.seq)]) }
    return .array(parts)
  }

  mutating func trace(_ trace: AuthoredTrace) -> JSONValue {
    var parts = [index(of: trace.last)]
    if let other = trace.other { parts.append(index(of: other)) }
    return .array(parts)
  }

  mutating func element(_ element: ElementState) -> JSONValue {
    var parts: [JSONValue] = [.string(element.name), .int(element.seq)]
    parts.append(element.removed.map { index(of: $0) } ?? .null)
    for add in element.adds { parts.append(pair(add)) }
    return .array(parts)
  }

  var json: JSONValue {
    .array(
      versions.map {
        .array([
          .int($0.stamp), .int($0.seq), .string($0.device), .string($0.incarnation), .int($0.n),
        ])
      })
  }
}

/// The version table of a stored entity, read back.
private struct StoredVersions {
  private let versions: [Version]

  init?(json: JSONValue?) {
    guard let rows = json?.array else { return nil }
    var versions: [Version] = []
    versions.reserveCapacity(rows.count)
    for row in rows {
      guard let parts = row.array, parts.count == 5, let stamp = parts[0].int,
        let seq = parts[1].int, let device = parts[2].string, let incarnation = parts[3].string,
        let n = parts[4].int
      else { return nil }
      versions.append(
        Version(stamp: stamp, seq: seq, device: device, incarnation: incarnation, n: n))
    }
    self.versions = versions
  }

  subscript(index: JSONValue?) -> Version? {
    guard let index = index?.int, versions.indices.contains(index) else { return nil }
    return versions[index]
  }

  func pair(_ json: JSONValue) throws(Problem) -> VersionedValue {
    guard let parts = json.array, parts.count >= 2, let version = self[parts[1]] else {
      throw EntityState.broken
    }
    return VersionedValue(
      parts[0], version, echoes: parts.dropFirst(2).compactMap { self[$0] },
      seq: parts.last?.array?.first?.int)
  }

  func trace(_ json: JSONValue?) -> AuthoredTrace? {
    guard let parts = json?.array, let last = self[parts.first] else { return nil }
    return AuthoredTrace(last, other: parts.count > 1 ? self[parts[1]] : nil)
  }

  func element(_ json: JSONValue) throws(Problem) -> ElementState {
    guard let parts = json.array, parts.count >= 3, let name = parts[0].string,
      let seq = parts[1].int, parts[2].isNull || self[parts[2]] != nil
    else { throw EntityState.broken }
    var adds: [VersionedValue] = []
    for add in parts.dropFirst(3) { adds.append(try pair(add)) }
    return ElementState(name: name, adds: adds, removed: self[parts[2]], seq: seq)
  }
}

extension Dictionary {
  /// `mapValues` with its typed throw.
  fileprivate func mapValuesThrowing<T, E: Error>(
    _ transform: (Value) throws(E) -> T
  ) throws(E) -> [Key: T] {
    var result: [Key: T] = [:]
    result.reserveCapacity(count)
    for (key, value) in self { result[key] = try transform(value) }
    return result
  }
}
