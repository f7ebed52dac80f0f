import Library

/// What a book holds that leads back to it: its ISBNs, its files on e-readers, the shelves it stands on, and
/// the picture of its cover.
enum Mention {
  /// The term of an identifier such as `isbn:9780141439600`; nil of those that nobody looks up.
  static func term(identifier: String) -> Int64? {
    lookedUp.contains(where: identifier.hasPrefix) ? hash(of: identifier) : nil
  }

  private static let lookedUp = ["isbn:", documents]

  /// How the identifier of a file that KOReader reads begins.
  static let documents = "koreader:"

  /// The term of the shelf `id`.
  static func term(shelf id: String) -> Int64 { hash(of: "shelf:\(id)") }

  /// The term of the blob `id`, as a cover.
  static func term(cover id: String) -> Int64 { hash(of: "cover:\(id)") }

  /// The term of the blob that `state` names as its cover.
  static func coverTerm(of state: EntityState) -> Int64? {
    guard state.entity.kind == "book" else { return nil }
    return state.registers["cover"]?.value.string.map(term(cover:))
  }

  /// All terms of `state`, ascending, each once.
  static func terms(of state: EntityState) -> [Int] {
    guard state.entity.kind == "book" else { return [] }
    var terms: Set<Int> = []
    for element in (state.sets["identifiers"] ?? [:]).values where element.shown != nil {
      if let term = term(identifier: element.name) { terms.insert(Int(term)) }
    }
    for element in (state.sets["shelves"] ?? [:]).values where element.shown != nil {
      terms.insert(Int(term(shelf: element.name)))
    }
    if let term = coverTerm(of: state) { terms.insert(Int(term)) }
    return terms.sorted()
  }

  /// 32 bits suffice: two texts that share them cost one look at a book too many.
  private static func hash(of text: String) -> Int64 {
    var checksum = RowChecksum()
    checksum.add(text: text)
    return checksum.value
  }
}
