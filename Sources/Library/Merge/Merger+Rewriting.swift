/// What the server does when it puts a hand-made order in order (`Rebalance`): it gives new keys to
/// the same places, which is no write of anybody's.
extension Merger {
  /// Whether `change` gives new keys to places of `state`, and nothing else.
  func isRewriting(_ change: Change, of state: EntityState) -> Bool {
    guard author.device == Author.server, change.life == .keep, change.del.isEmpty else {
      return false
    }
    let kind = state.entity.kind
    return change.set.keys.allSatisfy { isRewriting($0, of: kind) && state.registers[$0] != nil }
      && change.add.allSatisfy { field, elements in
        isRewriting(elementsOf: field, of: kind)
          && elements.keys.allSatisfy { state.sets[field]?[$0]?.shown != nil }
      }
  }

  /// Whether what this operation writes to `field` is a key for the same place.
  func isRewriting(_ field: String, of kind: String) -> Bool {
    author.device == Author.server && Schema.field(field, of: kind)?.type == .fractionalKey
  }

  /// Whether the values that this operation gives to elements of `field` are keys for their places.
  func isRewriting(elementsOf field: String, of kind: String) -> Bool {
    guard author.device == Author.server,
      case .set(_, value: .object(let members))? = Schema.field(field, of: kind)?.type
    else { return false }
    return members.contains { $0.type == .fractionalKey }
  }

  /// Gives an element a new key: every add stays its author's, so that a concurrent move or removal
  /// meets that person, not the server. What else an add says of the place stays as it is: a newer client
  /// may say more than this server knows.
  mutating func rewrite(
    _ element: ElementState, _ key: String, _ value: JSONValue, before: VersionedValue,
    in field: String, of state: inout EntityState
  ) {
    var element = element
    var rewritten = value
    if var members = before.value.object, let new = value.object {
      for (name, member) in new { members[name] = member }
      rewritten = .object(members)
    }
    element.adds = element.adds.map { add in
      add.value == before.value ? add.rewritten(rewritten, seq: moment.seq) : add
    }
    update(element, key, before: before, in: field, of: &state, isRewritten: true)
  }
}
