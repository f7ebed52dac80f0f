import Library

extension EntityState {
  /// Reads the text of a stored entity.
  /// - Throws: `StoreError.damaged`.
  init(stored text: String) throws(StoreError) {
    do {
      try self.init(json: JSONValue(parsing: text))
    } catch {
      throw .damaged("an entity cannot be read.")
    }
  }

  /// The sequences of every value that a row can still show: those under which the entity is found
  /// by a reader who has seen less.
  var seqs: Set<Int> {
    var seqs: Set<Int> = [seq]
    if lifeSeq > 0 { seqs.insert(lifeSeq) }
    if let alias { seqs.insert(alias.seq) }
    for register in registers.values { seqs.insert(register.seq) }
    for elements in sets.values {
      for element in elements.values { seqs.insert(element.seq) }
    }
    return seqs
  }

  /// The sequence of the deletion, while the entity waits in Trash to be purged.
  var trashed: Int? { isPurgeable ? deletion?.seq : nil }
}
