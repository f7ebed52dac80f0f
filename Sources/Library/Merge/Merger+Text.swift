/// The three-way merge of texts (SYNC §2, row *text*).
extension Merger {
  /// A text meets concurrent writes of it: changes of different words go together; where they
  /// overlap, or nobody can tell any more what they were made from, the greater stamp stands and the
  /// other is kept whole in a conflict record.
  ///
  /// A text holds every write that was merged into it, `old` with its echoes. Who goes on from one of
  /// them has not seen the others, however late they come, and so is concurrent still.
  mutating func mergeText(
    _ new: VersionedValue, with old: VersionedValue, unseen: [Version], in field: String,
    of state: inout EntityState, from source: inout some MergeSource
  ) {
    let text = merged(
      new.value, with: old.value, unseen: unseen, in: field, of: state, from: &source)
    guard let text else {
      let rival = VersionedValue(
        old.value, unseen[0], echoes: Array(unseen.dropFirst()), seq: old.seq)
      return settle(new, rival, remaining: old, in: field, of: &state)
    }
    note(.merged)
    // What the author had seen of the text is in what they wrote.
    let writes = unseen + [new.version]
    let written = new.value == text ? JSONValue?.none : new.value
    if text != old.value {
      put(
        standing(text, of: writes, since: moment.seq), in: field, of: &state, written: written)
    } else {
      state.registers[field] = standing(text, of: writes, since: old.seq)
      // It shows no change, and yet it is what its author goes on from.
      tell(
        .field(field), of: state.entity, new.version, from: text, to: text, written: written)
    }
  }

  /// What the author had before them when they wrote: earlier in this operation, or in the library.
  /// Where some of what they had not before them is their own, written by another name, the history
  /// cannot tell which, and so none is taken to be.
  private func textInFront(
    of field: String, in state: EntityState, unseen: [Version], from source: inout some MergeSource
  ) -> SeenText {
    let own = history.last { $0.entity == state.entity && $0.subject == .field(field) }
    if let own { return .kept(own.written ?? own.to ?? .null) }
    return source.text(
      of: field, in: state.entity,
      seenBy: unseen.contains(where: author.isOwn) ? author.asStranger : author)
  }

  /// The text that holds both changes, or nil where they overlap or where comparing took too long
  /// already (`MergeSource.stepsLeft`). One who clears a text and one who writes in it never agree.
  private mutating func merged(
    _ new: JSONValue, with old: JSONValue, unseen: [Version], in field: String,
    of state: EntityState, from source: inout some MergeSource
  ) -> JSONValue? {
    if isSameText(new, old) { return old }
    guard case .kept(let base) = textInFront(of: field, in: state, unseen: unseen, from: &source)
    else {
      return nil
    }
    // Before a restore they may have seen another text since, which is `old` or not back yet: then
    // they wrote this one to have it back.
    guard !isSameText(new, base) || !isReturning else { return nil }
    if isSameText(new, base) { return old }
    if isSameText(old, base) { return new }
    guard !isBlank(new), !isBlank(old), let left = old.string, let right = new.string,
      source.stepsLeft > 0
    else { return nil }
    var steps = 0
    let text = TextMerge.merge(base: base.string ?? "", left, right, steps: &steps)
    source.stepsLeft -= steps
    return text.map(JSONValue.string)
  }

  private func isSameText(_ left: JSONValue, _ right: JSONValue) -> Bool {
    left == right || isBlank(left) && isBlank(right)
  }

  private func isBlank(_ text: JSONValue) -> Bool { text.isNull || text == "" }
}
