/// The same book created twice at once, and told apart again (SYNC §2).
extension Merger {
  /// The entity that `key` stands for: itself, unless it is an alias.
  func root(of key: EntityKey, from source: inout some MergeSource) -> EntityKey {
    var key = key
    var seen: Set<EntityKey> = [key]
    while let root = state(key, from: &source)?.alias?.root {
      key = EntityKey(kind: key.kind, id: root)
      guard seen.insert(key).inserted else { break }
    }
    return key
  }

  /// Makes the book `new` an alias of an earlier one, where there is one that it is the same as. The
  /// operation had made those in `made` before.
  mutating func joinTwin(
    of new: EntityState, madeAfter made: some Sequence<EntityKey>,
    from source: inout some MergeSource
  ) {
    // After a restore, that both are to be kept may come back before the book that was joined.
    let record = EntityKey(kind: Schema.aliasKind, id: new.entity.id)
    guard state(record, from: &source)?.isDeleted != true,
      let (twin, identifier) = twin(of: new, madeAfter: made, from: &source),
      var alias = take(new.entity, from: &source), var root = take(twin, from: &source)
    else { return }
    var trace = AliasState(root: root.entity.id, seq: moment.seq)
    let conflictCount = conflicts.count
    unheardAlias = new.entity
    let roomBefore = Limits.entityByteCountMax - root.byteCount
    var room = roomBefore
    bringRegisters(of: alias, to: &root, &trace, &room, from: &source)
    bringSets(of: alias, to: &root, &trace, &room)
    root.authored.note(version())
    root.weight += roomBefore - room
    unheardAlias = nil
    alias.alias = trace
    tellLife(EntityState.Life.aliased, of: alias)
    mark(conflictsFrom: conflictCount, asOf: alias.entity)
    note(.aliased)
    put(alias)
    put(root)
    put(Self.record(of: alias, root: root, identifier, version()))
  }

  /// Makes a book the alias that `record` says it is: the server brings the two from another library, where
  /// the root has got already what the alias brought. Nothing is written there; so if the two are told
  /// apart, nothing is taken back from the root either.
  mutating func joinAgain(by record: EntityState, from source: inout some MergeSource) {
    let key = EntityKey(kind: Schema.bookKind, id: record.entity.id)
    guard !record.isDeleted, record.registers["from"]?.value == .string(key.id),
      let rootId = record.registers["to"]?.value.string
    else { return }
    let root = root(of: EntityKey(kind: Schema.bookKind, id: rootId), from: &source)
    guard root != key, state(root, from: &source) != nil,
      let book = state(key, from: &source), !book.isDeleted, book.alias?.root == nil,
      var alias = take(key, from: &source)
    else { return }
    alias.alias = AliasState(root: root.id, seq: moment.seq)
    alias.last = version(after: alias.last)
    tellLife(EntityState.Life.aliased, of: alias)
    put(alias)
  }

  private static func record(
    of alias: EntityState, root: EntityState, _ identifier: String, _ version: Version
  ) -> EntityState {
    var record = EntityState(
      EntityKey(kind: Schema.aliasKind, id: alias.entity.id), created: version)
    let fields: JSONObject = [
      "from": .string(alias.entity.id), "to": .string(root.entity.id),
      "identifier": .string(identifier), "by": .string(version.device),
      "at": .int(version.stamp), Schema.noticeField: true,
    ]
    record.registers = Registers(fields.mapValues { VersionedValue($0, version) })
    return record
  }

  // MARK: Finding

  /// The earliest living book with a number and the format of `new` that its author did not know of.
  /// Nil when they knew one: then `new` is a copy made on purpose.
  private func twin(
    of new: EntityState, madeAfter made: some Sequence<EntityKey>,
    from source: inout some MergeSource
  ) -> (root: EntityKey, identifier: String)? {
    guard new.entity.kind == Schema.bookKind else { return nil }
    let identifiers = Self.isbns(of: new).prefix(Limits.isbnsLookedUpMax)
    guard !identifiers.isEmpty else { return nil }
    var mine: [EntityState] = []
    for key in made {
      if let state = state(key, from: &source) { mine.append(state) }
    }
    var found: (EntityKey, String)?
    var lookedAt: Set<EntityKey> = []
    for identifier in identifiers {
      if mine.contains(where: { Self.isTwin($0, of: new, by: identifier) }) { return nil }
      guard lookedAt.count < Limits.twinsLookedAtMax else { continue }
      let candidates = source.books(identifiedBy: identifier).prefix(Limits.twinsLookedAtMax)
      // Who has several of the numbers is looked at once.
      for key in candidates
      where key != new.entity && lookedAt.count < Limits.twinsLookedAtMax
        && lookedAt.insert(key).inserted
      {
        guard let candidate = state(key, from: &source),
          Self.isTwin(candidate, of: new, by: identifier),
          let root = state(self.root(of: key, from: &source), from: &source), !root.isDeleted
        else { continue }
        #if MUTANTS
          let isJoining = Mutant.isOn(.copiesJoined)
        #else
          let isJoining = false
        #endif
        if knows(candidate, from: &source) || knows(root, from: &source), !isJoining { return nil }
        found = found ?? (root.entity, identifier)
      }
    }
    return found
  }

  /// Whether the author knows `book`. After a restore it may be back by an edit of another before its own
  /// creation is, which then stands in its history: who made it, or wrote anything in it, or saw that,
  /// knows it as well.
  private func knows(_ book: EntityState, from source: inout some MergeSource) -> Bool {
    author.hasSeen(book.created)
      || book.registers.containsWrite(where: author.hasSeen)
      || book.sets.containsAdd(where: author.hasSeen)
      || source.isMakingSeen(of: book.entity, by: author)
  }

  private static func isTwin(
    _ book: EntityState, of new: EntityState, by identifier: String
  ) -> Bool {
    !book.isDeleted && book.sets[Schema.identifiersField]?[identifier]?.shown != nil
      && (book.registers["format"]?.value ?? .null) == (new.registers["format"]?.value ?? .null)
  }

  private static func isbns(of book: EntityState) -> [String] {
    let elements = book.sets[Schema.identifiersField]?.values.filter { $0.shown != nil } ?? []
    return elements.map(\.name).filter { name in
      name.hasPrefix("isbn:") && ISBN.isValid13(String(name.dropFirst("isbn:".count)))
    }.sorted()
  }

  // MARK: Joining

  /// Writes what the alias says into its root, as the concurrent edits that they are. A field that one
  /// of the two left empty is no disagreement. What the root has no `room` for stays the alias's own.
  private mutating func bringRegisters(
    of alias: EntityState, to root: inout EntityState, _ trace: inout AliasState,
    _ room: inout Int, from source: inout some MergeSource
  ) {
    for (field, brought) in alias.registers.sorted(by: { Self.precedes($0.key, $1.key) })
    where !brought.value.isNull && root.sets[field] == nil
      && Schema.mergeClass(of: field, in: root.entity.kind) != .server
    {
      let before = root.registers[field]
      let byteCount = memberByteCount + field.utf8.count + brought.value.canonicalByteCount
      guard before != nil || root.registers.count < Limits.fieldsPerEntityMax, byteCount <= room
      else { continue }
      room -= byteCount
      if before?.value.isNull ?? true {
        put(VersionedValue(brought.value, version()), in: field, of: &root)
      } else {
        write(brought.value, to: field, of: &root, from: &source)
      }
      // That the field was empty is as old as the root.
      let former = before ?? VersionedValue(.null, root.created)
      if root.registers[field]?.value != former.value { trace.replaced[field] = former }
    }
  }

  /// Unites the sets; an element that both have stays as the root has it.
  private mutating func bringSets(
    of alias: EntityState, to root: inout EntityState, _ trace: inout AliasState,
    _ room: inout Int
  ) {
    for (field, elements) in alias.sets.sorted(by: { Self.precedes($0.key, $1.key) })
    where root.registers[field] == nil {
      for (key, element) in elements.sorted(by: { Self.precedes($0.key, $1.key) }) {
        guard let shown = element.shown, root.sets[field]?[key]?.shown == nil,
          root.sets[field]?[key] != nil
            || root.sets[field]?.count ?? 0 < Limits.elementsPerSetMax,
          element.byteCount <= room
        else { continue }
        room -= element.byteCount
        add(element.name, shown.value, to: field, of: &root)
        trace.added[field, default: []].append(element.name)
      }
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
