/// Creation, deletion and restoring, and what a concurrent edit makes of them (SYNC §2).
extension Merger {
  private typealias Life = EntityState.Life

  /// The entity that `change` makes where nobody has made one; nil when there is nothing to make.
  /// - Throws: `Problem.Code.missing` when a field it cannot be without is not there.
  mutating func made(
    by change: Change, from source: inout some MergeSource
  ) throws(Problem) -> EntityState? {
    if isReturning { return try returned(by: change, from: &source) }
    // What is not there is as good as deleted; and where a restore took away a record of the server's, no
    // answer is wanted any more.
    let isAnswer = Self.isServers(change.entity) && author.device != Author.server
    if change.life == .delete || isAnswer { return nil }
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
    tellLife(Life.created, of: state)
    try writeFields(of: change, to: &state, from: &source)
    return state
  }

  /// What a change from before a restore makes of an entity that the restored server does not know:
  /// whoever made it has yet to bring it back. So a field alone is kept, and so is a deletion, which
  /// the creation will meet, and that it was taken out of Trash, which the deletion will meet (SYNC
  /// §3, *Resume*).
  private mutating func returned(
    by change: Change, from source: inout some MergeSource
  ) throws(Problem) -> EntityState? {
    let hasValues = !change.set.isEmpty || !change.add.isEmpty
    guard hasValues || change.life != .keep else { return nil }
    // A record of the server's comes back with what it is about, whole and open: an answer alone makes
    // none. That two books are two must stand before they are joined once more.
    let isSeparation = change.entity.kind == Schema.aliasKind && change.life == .delete
    if Self.isServers(change.entity), !isSeparation { return nil }
    var state = EntityState(change.entity, created: version())
    // A deletion that had not seen this one, or what a program wrote, has missed nothing.
    let isAuthored = Schema.isAuthored(change)
    if !isAuthored { state.authored = .nothing }
    if change.life == .delete {
      state.deletion = version()
      state.lifeSeq = moment.seq
    }
    tellLife(
      state.isDeleted ? Life.deleted : Life.created, of: state,
      isAuthored: isAuthored || state.isDeleted)
    try writeFields(of: change, to: &state, from: &source)
    return state
  }

  /// `current` after `change`.
  mutating func updated(
    _ current: EntityState, by change: Change, from source: inout some MergeSource
  ) throws(Problem) -> EntityState {
    var state = current
    let isRewriting = isRewriting(change, of: current)
    let isAuthored = Schema.isAuthored(change) && !isRewriting
    if current.isPurged {
      // Nothing is left that a deletion or a program could change; and of a record of the server's no
      // history tells what it was about.
      guard isAuthored, !Self.isServers(current.entity) else {
        note(.merged)
        return current
      }
      state = try whole(current, from: &source)
      state.weight = state.byteCount
    }
    // Whoever starts after a purge hears of no skeleton, and makes what goes by an id of its own, such as a
    // book of a catalogue, as if it had never been.
    let isMadeAnew =
      current.isPurged && change.life == .create && !isReturning
      && state.deletion.map(hasSeen) ?? false
    if change.life == .restore || isMadeAnew {
      restore(&state)
    } else if let deletion = state.deletion, change.life != .delete || change.hasFields,
      !Schema.isClearing(change), !isRewriting
    {
      try meet(deletion, of: &state, isAuthored: isAuthored)
    }
    if change.life == .create { tellLife(Life.created, of: state, by: version()) }
    try writeFields(of: change, to: &state, from: &source)
    if isAuthored { state.authored.note(version()) }
    if change.life == .delete { delete(&state) }
    return state
  }

  /// A skeleton with everything that its history has kept.
  func whole(
    _ skeleton: EntityState, from source: inout some MergeSource
  ) throws(Problem) -> EntityState {
    let history = source.history(of: skeleton.entity)
    guard let state = skeleton.whole(from: history, seq: moment.seq) else {
      throw Problem(
        .deleted,
        "This \(skeleton.entity.kind) was deleted long ago and nothing is kept of it. Make a new "
          + "one.")
    }
    return state
  }

  /// An edit meets an entity in Trash: by one who knew it is refused, a concurrent authored one
  /// brings the entity back, a concurrent passive one stays inside Trash.
  ///
  /// Who edited before a restore what they had deleted themselves had seen it brought back: by a write
  /// that the restored server does not have yet.
  private mutating func meet(
    _ deletion: Version, of state: inout EntityState, isAuthored: Bool
  ) throws(Problem) {
    if hasSeen(deletion), !isReturning {
      throw Problem(
        .deleted,
        "This \(state.entity.kind) is in Trash, and was when you changed it. Restore it first, "
          + "then make the change again.")
    }
    #if MUTANTS
      if Mutant.isOn(.editsStayInTrash) { return note(.merged) }
    #endif
    guard isAuthored else { return note(.merged) }
    revive(&state, edited: version(), deleted: deletion)
  }

  /// A deletion goes through unless it meets an authored write that its author had not seen. What the
  /// server writes is not edited by anyone, so it just goes.
  private mutating func delete(_ state: inout EntityState) {
    // The first deletion stays the one that counts: whoever had seen it had seen the entity gone.
    guard state.deletion == nil else { return }
    if !Self.isServers(state.entity), let edit = state.authored.unseen(by: reader) {
      return revive(&state, edited: edit, deleted: version())
    }
    let version = version(after: state.authored.last)
    state.deletion = version
    state.lifeSeq = version.seq
    state.last = version
    tellLife(Life.deleted, of: state)
    clear(Schema.revivedField, of: &state)
    if let addition = state.shelved?.unseen(by: reader) {
      markRecovered(&state, added: addition, deleted: version)
    }
  }

  private static func isServers(_ entity: EntityKey) -> Bool {
    Schema.kind(entity.kind)?.isServers ?? false
  }

  private mutating func restore(_ state: inout EntityState) {
    // Who restores what nobody deleted, or another restored, wants it to stay: a deletion that had not
    // seen that is told so, also after a purge.
    guard let deletion = state.deletion else {
      return tellLife(Life.restored, of: state, by: version())
    }
    // A record of the server's tells nobody that it is back: the mark could not be cleared.
    guard hasSeen(deletion) || Self.isServers(state.entity) else {
      return revive(
        &state, edited: version(after: deletion), deleted: deletion, telling: Life.restored)
    }
    bringBack(&state, version(after: deletion))
    tellLife(Life.restored, of: state)
  }

  /// The entity lives, and says who edited and who deleted it, so that both are told.
  private mutating func revive(
    _ state: inout EntityState, edited: Version, deleted: Version,
    telling life: String = Life.revived
  ) {
    let version = version(after: state.registers[Schema.revivedField]?.version)
    if state.deletion != nil { bringBack(&state, version) }
    let mark = JSONValue.object(["edited": edited.json, "deleted": deleted.json])
    state.registers[Schema.revivedField] = VersionedValue(mark, version)
    state.last = version
    tellLife(life, of: state)
    note(.revived)
  }

  private func bringBack(_ state: inout EntityState, _ version: Version) {
    state.deletion = nil
    state.lifeSeq = version.seq
    state.last = version
    clear(Schema.recoveredField, of: &state)
  }

  /// Takes a mark away that no longer says anything.
  private func clear(_ mark: String, of state: inout EntityState) {
    guard state.registers[mark]?.value.isNull == false else { return }
    state.registers[mark] = VersionedValue(.null, state.last)
  }

  /// Says in the history what became of the entity as a whole: by its last write, if by no other.
  mutating func tellLife(
    _ life: String, of state: EntityState, by version: Version? = nil, isAuthored: Bool = true
  ) {
    tell(
      .life, of: state.entity, version ?? state.last, from: nil, to: .string(life),
      isAuthored: isAuthored)
  }
}

extension Version {
  /// Who and when, as marks tell it: `{by, at}`.
  var json: JSONValue { ["by": .string(device), "at": .int(stamp)] }
}
