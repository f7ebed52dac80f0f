import Library

extension EntityState {
  /// Reads the text of a stored entity.
  /// - Throws: `StoreError.damaged`.
  init(text bytes: [UInt8]) throws(StoreError) {
    do throws(Problem) {
      try self.init(stored: bytes)
    } catch {
      throw .damaged("an entity cannot be read.")
    }
  }

  /// The same, of text.
  /// - Throws: `StoreError.damaged`.
  init(text: String) throws(StoreError) { try self.init(text: Array(text.utf8)) }

  /// The sequences of every value that a row can still show, ascending, each once: those under which
  /// the entity is found by a reader who has seen less.
  var seqs: [Int] {
    var seqs = [seq]
    if lifeSeq > 0 { seqs.append(lifeSeq) }
    if let alias { seqs.append(alias.seq) }
    // Mostly the same as a moment ago.
    registers.forEachSeq { seq in if seqs.last != seq { seqs.append(seq) } }
    sets.forEachSeq { seq in if seqs.last != seq { seqs.append(seq) } }
    seqs.sort()
    var count = 1
    for place in seqs.indices.dropFirst() where seqs[place] != seqs[count - 1] {
      seqs[count] = seqs[place]
      count += 1
    }
    seqs.removeLast(seqs.count - count)
    return seqs
  }

  /// The sequence of the deletion, while the entity waits in Trash to be purged.
  var trashed: Int? { isPurgeable ? deletion?.seq : nil }
}
