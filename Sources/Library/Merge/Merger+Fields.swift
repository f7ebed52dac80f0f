/// The merge of fields by their class (SYNC §1).
extension Merger {
  /// Writes the fields of `change`: removals before additions, so that one change can replace an
  /// element by another spelling of itself; and by name, so that a replay does the same.
  /// - Throws: `Problem.Code.invalid` when a field nobody here knows is a set in the library and one
  ///   value in the change, or the reverse; or when the entity has no room for more.
  mutating func writeFields(of change: Change, to state: inout EntityState) throws(Problem) {
    for (field, elements) in change.del.sorted(by: Self.byName) {
      try checkShape(of: field, isSet: true, in: state)
      for element in elements { remove(element, from: field, of: &state) }
    }
    for (field, elements) in change.add.sorted(by: Self.byName) {
      try checkShape(of: field, isSet: true, in: state)
      for (element, value) in elements.sorted(by: Self.byName) {
        add(element, value, to: field, of: &state)
      }
      guard state.sets[field]?.count ?? 0 <= Limits.elementsPerSetMax else {
        throw full("“\(field)” holds at most \(Limits.elementsPerSetMax) elements", field)
      }
    }
    for (field, value) in change.set.sorted(by: Self.byName) {
      try checkShape(of: field, isSet: false, in: state)
      write(value, to: field, of: &state)
      guard state.registers.count <= Limits.fieldsPerEntityMax else {
        throw full(
          "A \(state.entity.kind) holds at most \(Limits.fieldsPerEntityMax) fields", field)
      }
    }
  }

  private func full(_ limit: String, _ field: String) -> Problem {
    Problem(.invalid, limit + ", those it once had included.", field: field)
  }

  private static func byName<Value>(
    _ left: (key: String, value: Value), _ right: (key: String, value: Value)
  ) -> Bool {
    left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
  }

  private func checkShape(
    of field: String, isSet: Bool, in state: EntityState
  ) throws(Problem) {
    guard isSet ? state.registers[field] != nil : state.sets[field] != nil else { return }
    throw Problem(
      .invalid,
      isSet
        ? "“\(field)” holds one value here, so elements cannot be added to it or taken from it."
        : "“\(field)” is a set here, so it cannot be replaced by one value.",
      field: field)
  }

  private mutating func write(
    _ value: JSONValue, to field: String, of state: inout EntityState
  ) {
    guard let old = state.registers[field] else {
      return put(VersionedValue(value, version()), in: field, of: &state)
    }
    let (seen, unseen) = old.writes(seenBy: author)
    guard !unseen.isEmpty else {
      return put(VersionedValue(value, version(after: seen.first)), in: field, of: &state)
    }
    switch Schema.mergeClass(of: field, in: state.entity.kind) {
    case .register, .group, .text, .set:
      let new = VersionedValue(value, version(after: seen.first))
      merge(new, with: old.value, writtenBy: unseen, in: field, of: &state)
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
  /// values stand together. `writes` are those of `old` that the author of `new` had not seen, the
  /// greatest first.
  private mutating func merge(
    _ new: VersionedValue, with old: JSONValue, writtenBy writes: [Version], in field: String,
    of state: inout EntityState
  ) {
    let isEqual = new.value == old
    let writes =
      isEqual ? (writes + [new.version]).sorted { $0.wins(over: $1) } : writes
    let rival = VersionedValue(
      old, writes[0], echoes: Array(writes.dropFirst().prefix(Limits.concurrentWritesMax)))
    if isEqual {
      state.registers[field] = rival
      return note(.merged)
    }
    if new.version.wins(over: rival.version) {
      put(new, in: field, of: &state)
      record(Conflict(entity: state.entity, field: field, element: nil, kept: new, lost: rival))
    } else {
      state.registers[field] = rival
      record(Conflict(entity: state.entity, field: field, element: nil, kept: rival, lost: new))
    }
  }

  private func put(
    _ value: VersionedValue, in field: String, of state: inout EntityState
  ) {
    state.registers[field] = value
    state.last = value.version
  }
}
