/// The merge of set elements: an add wins over a removal that had not seen it, and an element's value
/// is a register (SYNC §1).
extension Merger {
  /// Takes out of `element` every add that the author had seen; one they had not keeps it in. That it
  /// was taken out is told even where nothing shows it.
  mutating func remove(_ name: String, from field: String, of state: inout EntityState) {
    let key = Schema.elementKey(name, of: field, in: state.entity.kind)
    guard var element = state.sets[field]?[key], let before = element.shown else {
      return tell(
        .element(field: field, name: name), of: state.entity, version(), from: nil, to: nil)
    }
    #if MUTANTS
      if Mutant.isOn(.removalsWin) { return remove(element, key, from: field, of: &state) }
    #endif
    let seen = element.adds.filter { hasSeen($0.version) }
    element.adds.removeAll { hasSeen($0.version) }
    if !element.adds.isEmpty { note(.merged) }
    if element.shown?.value == before.value {
      tell(
        .element(field: field, name: element.name), of: state.entity, version(), from: before.value,
        to: before.value, base: seen.isEmpty ? nil : author.base)
    }
    guard !seen.isEmpty else { return }
    element.removed = version(after: greatest(of: seen.map(\.version)))
    update(element, key, before: before, by: element.removed, in: field, of: &state)
  }

  /// Takes `element` out of the set, whoever added it.
  mutating func remove(
    _ element: ElementState, _ key: String, from field: String, of state: inout EntityState
  ) {
    var element = element
    let before = element.shown
    element.removed = version(after: greatest(of: element.adds.map(\.version)))
    element.adds = []
    update(element, key, before: before, by: element.removed, in: field, of: &state)
  }

  /// Adds `name` with `value`, in place of the adds that the author had seen.
  mutating func add(
    _ name: String, _ value: JSONValue, to field: String, of state: inout EntityState
  ) {
    let key = Schema.elementKey(name, of: field, in: state.entity.kind)
    var element =
      state.sets[field]?[key] ?? ElementState(name: name, adds: [], seq: moment.seq)
    let before = element.shown
    let removal = element.removed
    let seen = element.adds.map(\.version) + (removal.map { [$0] } ?? [])
    let new = VersionedValue(value, version(after: greatest(of: seen.filter(hasSeen))))
    if let before, isRewriting(elementsOf: field, of: state.entity.kind) {
      return rewrite(element, key, value, before: before, in: field, of: &state)
    }
    if Schema.isShelves(field, of: state.entity.kind) {
      shelves.insert(EntityKey(kind: Schema.shelfKind, id: name))
    }
    if let before {
      // What stands may be several adds of one value: the unseen ones are met.
      let unseen = element.adds.filter { $0.value == before.value }.map(\.version)
        .filter { !hasSeen($0) }
      if let rival = greatest(of: unseen) {
        meet(VersionedValue(before.value, rival), new, name: element.name, field, state)
      } else if before.value == value {
        tellStanding(new, under: before.value, name: element.name, field, state)
      }
    } else {
      element.name = name
      if let removal, !hasSeen(removal) { note(.merged) }
    }
    element.adds.removeAll { hasSeen($0.version) }
    element.adds.append(new)
    if element.adds.count > Limits.concurrentWritesMax { element.dropWeakest() }
    update(element, key, before: before, by: new.version, in: field, of: &state)
  }

  private func greatest(of versions: [Version]) -> Version? {
    versions.max { $1.wins(over: $0) }
  }

  private mutating func meet(
    _ old: VersionedValue, _ new: VersionedValue, name: String, _ field: String,
    _ state: EntityState
  ) {
    let isEqual = old.value == new.value
    let isNewKept = new.version.wins(over: old.version)
    if isEqual || !isNewKept { tellStanding(new, under: old.value, name: name, field, state) }
    if isEqual { return note(.merged) }
    record(
      Conflict(
        entity: state.entity, field: field, element: name, kept: isNewKept ? new : old,
        lost: isNewKept ? old : new))
  }

  /// Tells of an add that shows nowhere, or only in a record that will be settled and go, but stands: who
  /// takes the element out without having seen it leaves it in, also after a purge.
  private mutating func tellStanding(
    _ new: VersionedValue, under shown: JSONValue, name: String, _ field: String,
    _ state: EntityState
  ) {
    tell(
      .element(field: field, name: name), of: state.entity, new.version, from: shown, to: shown,
      written: new.value, base: author.base)
  }

  /// Stores `element`, which `version` wrote; it counts as changed when another add shows than
  /// `before`.
  mutating func update(
    _ element: ElementState, _ key: String, before: VersionedValue?, by version: Version? = nil,
    in field: String, of state: inout EntityState, isRewritten: Bool = false
  ) {
    var element = element
    let after = element.shown
    if after != before {
      element.seq = moment.seq
      state.last = self.version()
    }
    if after?.value != before?.value {
      let version = version ?? self.version()
      let hasRivals = !isRewritten && element.adds.contains { $0.version != version }
      tell(
        .element(field: field, name: element.name), of: state.entity, version,
        from: before?.value, to: after?.value, isAuthored: !isRewritten,
        base: hasRivals ? author.base : nil)
    }
    state.sets[field, default: [:]][key] = element
  }
}

extension ElementState {
  /// Lets go of the add that would show only after all others are gone.
  fileprivate mutating func dropWeakest() {
    guard var weakest = adds.indices.first else { return }
    for index in adds.indices where adds[weakest].version.wins(over: adds[index].version) {
      weakest = index
    }
    adds.remove(at: weakest)
  }
}
