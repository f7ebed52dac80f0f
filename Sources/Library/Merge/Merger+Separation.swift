/// “Keep both”: an alias stands for itself again (SYNC §2, *same book created twice*).
extension Merger {
  /// Undoes the alias whose `record` was deleted: it has its own values still, and what the root has
  /// from it alone, and nobody touched since, goes back to what it was.
  mutating func separate(by record: EntityKey, from source: inout some MergeSource) {
    let key = EntityKey(kind: Schema.bookKind, id: record.id)
    guard var alias = take(key, from: &source) else { return }
    defer { put(alias) }
    guard let trace = alias.alias, let rootId = trace.root else { return }
    alias.alias = AliasState(root: nil, seq: moment.seq)
    alias.last = version(after: alias.last)
    tellLife(EntityState.Life.separated, of: alias)
    let rootKey = EntityKey(kind: key.kind, id: rootId)
    guard var root = take(rootKey, from: &source) else { return }
    if !root.isPurged { giveBack(trace, of: alias.created, from: &root) }
    put(root)
    for id in trace.conflicts { close(id, from: &source) }
  }

  /// Takes out of `root` what `trace` says the write `joining` brought.
  private mutating func giveBack(
    _ trace: AliasState, of joining: Version, from root: inout EntityState
  ) {
    let toldCount = history.count
    for (field, former) in trace.replaced.sorted(by: { $0.key < $1.key }) {
      guard let now = root.registers[field], now.echoes.isEmpty, isSame(now.version, joining)
      else { continue }
      put(
        former.rewritten(former.value, seq: moment.seq), in: field, of: &root,
        isBack: true)
    }
    for (field, names) in trace.added.sorted(by: { $0.key < $1.key }) {
      for name in names { takeOut(name, writtenBy: joining, from: field, of: &root) }
    }
    // Where nothing went back, nobody need have seen it before they delete the root.
    if history.count > toldCount { root.authored.note(version()) }
  }

  private mutating func takeOut(
    _ name: String, writtenBy joining: Version, from field: String, of root: inout EntityState
  ) {
    let key = Schema.elementKey(name, of: field, in: root.entity.kind)
    guard let element = root.sets[field]?[key],
      element.adds.allSatisfy({ isSame($0.version, joining) })
    else { return }
    remove(element, key, from: field, of: &root)
  }

  /// One operation writes with one n, whatever its stamps.
  private func isSame(_ version: Version, _ other: Version) -> Bool {
    version.seq == other.seq
  }

  /// Two books that are two have nothing to disagree about.
  private mutating func close(_ id: String, from source: inout some MergeSource) {
    let key = EntityKey(kind: Schema.conflictKind, id: id)
    guard var record = take(key, from: &source) else { return }
    defer { put(record) }
    guard !record.isDeleted else { return }
    let version = version(after: record.last)
    record.deletion = version
    record.lifeSeq = version.seq
    record.last = version
    tellLife(EntityState.Life.deleted, of: record)
  }
}
