/// Shelves that are deleted while a book is put on them (SYNC §2).
extension Merger {
  /// The shelf `key` got a book. A living one remembers by whom, for a deletion that has yet to come;
  /// one in Trash, where the author could not know of it, says so and keeps its members together.
  mutating func noteShelved(on key: EntityKey, from source: inout some MergeSource) {
    guard var shelf = take(key, from: &source) else { return }
    defer { put(shelf) }
    if let deletion = shelf.deletion {
      guard !author.hasSeen(deletion) else { return }
      if shelf.isPurged { shelf = (try? whole(shelf, from: &source)) ?? shelf }
      markRecovered(&shelf, added: version(), deleted: shelf.deletion ?? deletion)
    } else if shelf.shelved == nil {
      shelf.shelved = AuthoredTrace(version())
    } else {
      shelf.shelved?.note(version())
    }
  }

  /// Says of a shelf in Trash who put a book on it and who deleted it. The first such pair tells
  /// enough.
  mutating func markRecovered(_ shelf: inout EntityState, added: Version, deleted: Version) {
    guard !shelf.isPurged else { return }
    note(.merged)
    guard shelf.registers[Schema.recoveredField]?.value.isNull ?? true else { return }
    let mark = JSONValue.object(["added": added.json, "deleted": deleted.json])
    let version = version(after: shelf.registers[Schema.recoveredField]?.version)
    shelf.registers[Schema.recoveredField] = VersionedValue(mark, version)
    shelf.last = version
  }
}
