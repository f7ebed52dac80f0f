extension EntityState {
  /// What changed after `cursor`, with the values as they stand now (SYNC §3, *Row*), or nil when
  /// nothing did.
  ///
  /// From 0, a removed element and a skeleton (an entity in Trash whose payload is purged) are
  /// nothing: whoever has nothing need not hear what is gone. An entity in Trash with its payload is
  /// sent, so that every device can restore it.
  public func row(since cursor: Int) -> Row? {
    var row = rowWithoutValues(since: cursor)
    row?.set = registers.changed(after: cursor)
    return row
  }

  /// Appends the canonical bytes of that row. Values that nobody asked for are copied as they are stored: a
  /// first sync sends all there are.
  /// - Returns: Whether there was anything.
  public func appendRow(since cursor: Int, to bytes: inout [UInt8]) -> Bool {
    guard let row = rowWithoutValues(since: cursor) else { return false }
    row.appendCanonical(to: &bytes)
    // No name of a member comes after “set”.
    bytes.removeLast()
    registers.appendChanged(after: cursor, as: ",\"set\":", to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return true
  }

  /// The row, but for the values in `registers`.
  private func rowWithoutValues(since cursor: Int) -> Row? {
    guard last.seq > cursor else { return nil }
    if cursor == 0, isPurged || isDeleted && registers.isEmpty && sets.isEmpty { return nil }
    var row = Row(entity, seq: last.seq, at: last.stamp, by: last.device)
    row.isPurged = isPurged
    sets.forEachChanged(after: cursor) { field, element in
      if let shown = element.shown {
        row.add[field, default: [:]][element.name] = shown.value
      } else if cursor > 0 {
        row.del[field, default: []].append(element.name)
      }
    }
    #if MUTANTS
      if Mutant.isOn(.removalsUntold) { row.del = [:] }
    #endif
    row.del = row.del.mapValues { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    // A client may hear of the purge, or of what a program wrote inside Trash, without having heard of
    // the deletion: from 0 what showed nothing was left out.
    if isDeleted || lifeSeq > cursor && cursor > 0 { row.deleted = isDeleted }
    if let alias, alias.seq > cursor {
      if let root = alias.root {
        row.alias = .of(root)
      } else if cursor > 0 {
        row.alias = Row.Alias.none
      }
    }
    return row
  }
}
