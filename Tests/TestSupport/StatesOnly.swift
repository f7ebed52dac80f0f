package import Library

/// A source of states alone, for what looks at nothing else: it keeps no texts, no history and finds no books.
package struct StatesOnly: MergeSource {
  /// Never used: there are no texts to go back to.
  package var stepsLeft = 0
  private let lookup: (EntityKey) -> EntityState?

  /// Makes a source from a lookup.
  package init(_ lookup: @escaping (EntityKey) -> EntityState?) { self.lookup = lookup }

  /// What the lookup says.
  package func state(of key: EntityKey) -> EntityState? { lookup(key) }

  /// Always forgotten.
  package func text(of field: String, in key: EntityKey, seenBy author: Author) -> SeenText {
    .forgotten
  }

  /// Always none.
  package func books(identifiedBy identifier: String) -> [EntityKey] { [] }

  /// Never: there is no history to see it in.
  package func isMakingSeen(of key: EntityKey, by author: Author) -> Bool { false }

  /// Always nothing.
  package func history(of key: EntityKey) -> [HistoryEntry] { [] }
}
