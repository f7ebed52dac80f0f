import Library

/// §4.12: what was deleted stays deleted, unless somebody edited it who had not seen that, or restored
/// it; and nothing else goes to Trash.
func checkLives(_ evidence: Evidence) -> [String] {
  var sentences: [String] = []
  let areBooksSeparated = evidence.log.changes.contains { key, changes in
    key.kind == "alias" && changes.contains { $0.change.life == .delete }
  }
  for (key, changes) in evidence.log.changes where evidence.isSingle(key) {
    guard let shape = evidence.shapes[key] else {
      let isMade = changes.contains { $0.change.life == .create }
      if isMade { sentences.append("\(key.kind)/\(key.id) was made and is nowhere.") }
      continue
    }
    var deletion: Log.Entry?
    var authored: [Log.Entry] = []
    var isThere = false
    // What is said of a conflict before it is there says nothing, and nobody edits it.
    let isConflict = key.kind == "conflict"
    let made = isConflict ? evidence.log.seq(of: key.id.prefix { $0 != "-" }) : 0
    for (entry, change) in changes where entry.author.device != Author.server && entry.seq > made {
      // What only takes away, from before a restore, and finds nothing: it has nothing to say.
      let isEmpty = change.life == .keep && change.set.isEmpty && change.add.isEmpty
      if !isThere, isEmpty, entry.isReturning { continue }
      isThere = true
      let isAuthored = Schema.isAuthored(change)
      switch change.life {
      case .delete:
        let isUnseen = !isConflict && authored.contains { !entry.hasSeen($0) }
        if deletion == nil, !isUnseen { deletion = entry }
      case .restore: deletion = nil
      case .keep, .create:
        if isAuthored { deletion = nil }
      }
      if isAuthored { authored.append(entry) }
    }
    // Telling two books apart closes the conflicts that joining them made, and one that was purged is
    // not opened again.
    let isClosed = isConflict && shape.isDeleted && (areBooksSeparated || shape.isNothing)
    guard shape.isDeleted != (deletion != nil), !isClosed else { continue }
    sentences.append(
      deletion.map { "\(key.kind)/\(key.id) lives, though it was deleted as \($0.seq)." }
        ?? "\(key.kind)/\(key.id) is in Trash, and nobody who had seen all of it put it there.")
  }
  return sentences
}
