/// The merge of fields by their class (SYNC §1).
extension Merger {
  /// Writes the fields of `change`: removals before additions, so that one change can replace an
  /// element by another spelling of itself; and by name, so that a replay does the same.
  /// - Throws: `Problem.Code.invalid` when a field nobody here knows is a set in the library and one
  ///   value in the change, or the reverse; or when the entity has no room for more.
  mutating func writeFields(
    of change: Change, to state: inout EntityState, from source: inout some MergeSource
  ) throws(Problem) {
    for (field, elements) in change.del {
      try checkShape(of: field, isSet: true, in: state)
      state.sets.load(field)
      for element in elements { remove(element, from: field, of: &state) }
    }
    for (field, elements) in change.add {
      try checkShape(of: field, isSet: true, in: state)
      state.sets.load(field)
      for (element, value) in elements {
        add(element, value, to: field, of: &state)
      }
      guard state.sets[field]?.count ?? 0 <= Limits.elementsPerSetMax else {
        throw full("“\(field)” holds at most \(Limits.elementsPerSetMax) elements", field)
      }
    }
    for (field, value) in change.set {
      try checkShape(of: field, isSet: false, in: state)
      write(value, to: field, of: &state, from: &source)
    }
    state.weight += change.byteCount
    try checkRoom(in: state, after: change, from: &source)
  }

  private func checkRoom(
    in state: EntityState, after change: Change, from source: inout some MergeSource
  ) throws(Problem) {
    guard let field = change.set.keys.first ?? change.add.keys.first else { return }
    guard state.registers.count + state.sets.count <= Limits.fieldsPerEntityMax else {
      throw full(
        "A \(state.entity.kind) holds at most \(Limits.fieldsPerEntityMax) fields", field)
    }
    // To add up what every book holds would cost more than most edits do.
    guard state.weight > Limits.uncountedByteCountMax else { return }
    let byteCount = state.byteCount
    guard byteCount > Limits.entityByteCountMax else { return }
    // What held more before there was this bound need not hold less at once.
    let before = source.state(of: state.entity)?.byteCount ?? 0
    guard byteCount <= before else {
      throw full(
        "A \(state.entity.kind) holds at most \(Limits.entityByteCountMax / 1_000_000) MB", field)
    }
  }

  private func full(_ limit: String, _ field: String) -> Problem {
    Problem(.invalid, limit + ", those it once had included.", field: field)
  }

  private func checkShape(
    of field: String, isSet: Bool, in state: EntityState
  ) throws(Problem) {
    guard isSet ? state.registers.contains(field) : state.sets.contains(field) else { return }
    throw Problem(
      .invalid,
      isSet
        ? "“\(field)” holds one value here, so elements cannot be added to it or taken from it."
        : "“\(field)” is a set here, so it cannot be replaced by one value.",
      field: field)
  }

  /// Writes one field as its class has it.
  mutating func write(
    _ value: JSONValue, to field: String, of state: inout EntityState,
    from source: inout some MergeSource
  ) {
    guard let old = state.registers[field] else {
      return put(VersionedValue(value, version()), in: field, of: &state)
    }
    if isRewriting(field, of: state.entity.kind) {
      return put(old.rewritten(value, seq: moment.seq), in: field, of: &state)
    }
    let (seen, unseen) = old.writes(seenBy: reader)
    let new = VersionedValue(value, version(after: seen.first))
    guard !unseen.isEmpty else { return put(new, in: field, of: &state) }
    switch Schema.mergeClass(of: field, in: state.entity.kind) {
    case .text:
      mergeText(new, with: old, unseen: unseen, in: field, of: &state, from: &source)
    case .register, .group, .set:
      if field == Schema.addedField {
        mergeAdded(new, with: old, unseen: unseen, in: field, of: &state)
      } else {
        merge(new, with: old, unseen: unseen, in: field, of: &state)
      }
    case .singleWriter:
      // Only a cloned device meets itself; the later reading stands.
      let new = VersionedValue(value, version())
      if new.version.wins(over: old.version) { put(new, in: field, of: &state) }
    case .server:
      // A client clears the mark it saw, not one it has yet to see.
      note(.merged)
    }
  }

  /// Concurrent writes of one register: the greater stamp stands, the other is kept beside it; equal
  /// values stand together. `unseen` are those writes of `old` that the author of `new` had not seen,
  /// the greatest first.
  private mutating func merge(
    _ new: VersionedValue, with old: VersionedValue, unseen: [Version], in field: String,
    of state: inout EntityState
  ) {
    if new.value == old.value {
      state.registers[field] = standing(old.value, of: unseen + [new.version], since: old.seq)
      tellAgain(new, in: field, of: state)
      return note(.merged)
    }
    let rival = standing(old.value, of: unseen, since: old.seq)
    settle(new, rival, remaining: rival, in: field, of: &state)
  }

  /// The value `value` by all of `writes`, of which the greatest stands.
  func standing(_ value: JSONValue, of writes: [Version], since seq: Int) -> VersionedValue {
    let writes = writes.sorted { $0.wins(over: $1) }
    return VersionedValue(
      value, writes[0], echoes: Array(writes.dropFirst().prefix(Limits.concurrentWritesMax)),
      seq: seq)
  }

  /// Puts the greater of `new` and `rival` in place and keeps the other in a conflict record; where
  /// `new` loses, `remaining` stays.
  mutating func settle(
    _ new: VersionedValue, _ rival: VersionedValue, remaining: VersionedValue, in field: String,
    of state: inout EntityState
  ) {
    let entity = state.entity
    if new.version.wins(over: rival.version) {
      put(new, in: field, of: &state)
      record(Conflict(entity: entity, field: field, element: nil, kept: new, lost: rival))
    } else {
      state.registers[field] = remaining
      tellLost(new, in: field, of: state)
      record(Conflict(entity: entity, field: field, element: nil, kept: rival, lost: new))
    }
  }

  /// When a book came to the library is no matter of opinion: the earliest of two answers is right.
  private mutating func mergeAdded(
    _ new: VersionedValue, with old: VersionedValue, unseen: [Version], in field: String,
    of state: inout EntityState
  ) {
    note(.merged)
    let writes = unseen + [new.version]
    if (new.value.int ?? .max) < (old.value.int ?? .max) {
      put(standing(new.value, of: writes, since: moment.seq), in: field, of: &state)
    } else {
      state.registers[field] = standing(old.value, of: writes, since: old.seq)
      if new.value != old.value { tellLost(new, in: field, of: state) }
    }
  }

  /// Says in the history what was written and does not show: records of conflicts are settled and go,
  /// but what a person wrote stays known.
  mutating func tellLost(_ new: VersionedValue, in field: String, of state: EntityState) {
    let shown = state.registers[field]?.value
    tell(
      .field(field), of: state.entity, new.version, from: shown, to: shown, written: new.value)
  }

  /// Says in the history that somebody wrote what was there: it shows no change, and yet it is by this
  /// write that it stands from then on, also when what was purged is made whole.
  private mutating func tellAgain(
    _ value: VersionedValue, in field: String, of state: EntityState
  ) {
    let kind = state.entity.kind
    guard Schema.isAuthored(field, of: kind), !isRewriting(field, of: kind) else { return }
    tell(
      .field(field), of: state.entity, value.version, from: value.value, to: value.value)
  }

  /// Puts `value` in place and says so in the history; `written` is what the author wrote, where that
  /// is something else. A value that `isBack` is again that of the write it says.
  mutating func put(
    _ value: VersionedValue, in field: String, of state: inout EntityState,
    written: JSONValue? = nil, isBack: Bool = false
  ) {
    let before = state.registers[field]?.value
    state.registers[field] = value
    state.last = value.version.seq == moment.seq ? value.version : version()
    // Null where nothing was shows no change, and yet it is what somebody wrote: what was purged is
    // made whole from here.
    guard before != value.value || written != nil else {
      return value.version.seq == moment.seq ? tellAgain(value, in: field, of: state) : ()
    }
    tell(
      .field(field), of: state.entity, state.last, from: before, to: value.value, written: written,
      isAuthored: !isRewriting(field, of: state.entity.kind),
      base: isBack ? value.version.seq : nil)
  }
}
