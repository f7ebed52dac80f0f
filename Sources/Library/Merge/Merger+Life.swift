/// Creation, deletion and restoring, and what a concurrent edit makes of them (SYNC §2).
extension Merger {
  /// The entity that `change` makes where nobody has made one; nil when there is nothing to make.
  /// - Throws: `Problem.Code.missing` when a field it cannot be without is not there.
  mutating func made(by change: Change) throws(Problem) -> EntityState? {
    // What is not there is as good as deleted.
    if change.life == .delete { return nil }
    guard change.life == .create || !change.set.isEmpty || !change.add.isEmpty else {
      throw Problem(
        .missing,
        "There is no \(change.entity.kind) “\(change.entity.id)” in this library, so it cannot be "
          + "changed.")
    }
    for field in Schema.requiredFields(of: change.entity.kind)
    where change.set[field]?.isNull ?? true {
      throw Problem(
        .missing,
        "A new \(change.entity.kind) needs a \(field), and nobody has made “\(change.entity.id)” "
          + "before.",
        field: field)
    }
    var state = EntityState(change.entity, created: version())
    try writeFields(of: change, to: &state)
    return state
  }

  /// `current` after `change`.
  mutating func updated(
    _ current: EntityState, by change: Change
  ) throws(Problem) -> EntityState {
    var state = current
    let isAuthored = Schema.isAuthored(change)
    if change.life == .restore {
      restore(&state)
    } else if let deletion = state.deletion, change.life != .delete || change.hasFields {
      try meet(deletion, of: &state, isAuthored: isAuthored)
    }
    try writeFields(of: change, to: &state)
    if isAuthored { state.authored.note(version()) }
    if change.life == .delete { delete(&state) }
    return state
  }

  /// An edit meets an entity in Trash: by one who knew it is refused, a concurrent authored one
  /// brings the entity back, a concurrent passive one stays inside Trash.
  private mutating func meet(
    _ deletion: Version, of state: inout EntityState, isAuthored: Bool
  ) throws(Problem) {
    if author.hasSeen(deletion) {
      throw Problem(
        .deleted,
        "This \(state.entity.kind) is in Trash, and was when you changed it. Restore it first, "
          + "then make the change again.")
    }
    guard isAuthored else { return note(.merged) }
    revive(&state, edited: version(), deleted: deletion)
  }

  /// A deletion goes through unless it meets an authored write that its author had not seen.
  private mutating func delete(_ state: inout EntityState) {
    // The first deletion stays the one that counts: whoever had seen it had seen the entity gone.
    guard state.deletion == nil else { return }
    if let edit = state.authored.unseen(by: author) {
      return revive(&state, edited: edit, deleted: version())
    }
    let version = version(after: state.authored.last)
    state.deletion = version
    state.lifeSeq = version.seq
    state.last = version
    if state.registers[Schema.revivedField]?.value.isNull == false {
      state.registers[Schema.revivedField] = VersionedValue(.null, version)
    }
  }

  private mutating func restore(_ state: inout EntityState) {
    guard let deletion = state.deletion else { return }
    let version = version(after: deletion)
    if !author.hasSeen(deletion) {
      return revive(&state, edited: version, deleted: deletion)
    }
    state.deletion = nil
    state.lifeSeq = version.seq
    state.last = version
  }

  /// The entity lives, and says who edited and who deleted it, so that both are told.
  private mutating func revive(
    _ state: inout EntityState, edited: Version, deleted: Version
  ) {
    let version = version(after: state.registers[Schema.revivedField]?.version)
    if state.deletion != nil {
      state.deletion = nil
      state.lifeSeq = version.seq
    }
    let mark = JSONValue.object(["edited": Self.json(edited), "deleted": Self.json(deleted)])
    state.registers[Schema.revivedField] = VersionedValue(mark, version)
    state.last = version
    note(.revived)
  }

  private static func json(_ version: Version) -> JSONValue {
    .object(["by": .string(version.device), "at": .int(version.stamp)])
  }
}
