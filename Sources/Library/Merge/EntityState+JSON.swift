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
  public var storedText: String {
    var writer = StoredWriter()
    writer.object { isPurged ? writeSkeleton(to: &$0) : writeMembers(to: &$0) }
    return writer.text
  }

  private func writeSkeleton(to writer: inout StoredWriter) {
    writer.name("e")
    writer.text(entity.kind)
    writer.name("id")
    writer.text(entity.id)
    writer.name("p")
    writer.array {
      $0.number(last.seq)
      $0.number(last.stamp)
      $0.number(deletion?.seq ?? 0)
    }
  }

  private func writeMembers(to writer: inout StoredWriter) {
    writer.name("a")
    writer.trace(authored)
    if let alias {
      writer.name("b")
      alias.write(to: &writer)
    }
    writer.name("c")
    writer.version(created)
    if let deletion {
      writer.name("d")
      writer.version(deletion)
    }
    writer.name("e")
    writer.text(entity.kind)
    if let shelved {
      writer.name("h")
      writer.trace(shelved)
    }
    writer.name("id")
    writer.text(entity.id)
    if lifeSeq > 0 {
      writer.name("l")
      writer.number(lifeSeq)
    }
    if !registers.isEmpty {
      writer.name("r")
      registers.write(to: &writer)
    }
    if !sets.isEmpty {
      writer.name("s")
      sets.write(to: &writer)
    }
    writer.name("u")
    writer.version(last)
    writer.name("v")
    writer.table()
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
      alias = try AliasState(json: stored, table)
    }
    if let index = json["d"] {
      guard let version = table[index] else { throw Self.broken }
      deletion = version
    }
    lifeSeq = json["l"]?.int ?? 0
    if let stored = json["r"]?.object { registers = Registers(try stored.mapValues(table.pair)) }
    if let stored = json["s"]?.object {
      let sets = try stored.mapValues { elements throws(Problem) in
        guard let elements = elements.object else { throw Self.broken }
        var byName: [String: ElementState] = [:]
        for (name, element) in elements {
          // Names that differ in normalisation alone are one here.
          let former = byName.updateValue(try table.element(element), forKey: name)
          guard former == nil else { throw Self.broken }
        }
        return byName
      }
      self.sets = ElementSets(sets)
    }
  }

  static let broken = Problem(
    .malformed, "A stored entity is damaged and cannot be read.")
}
