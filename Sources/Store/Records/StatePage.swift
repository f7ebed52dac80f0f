package import Library

/// The entities that changed between two cursors, from one snapshot.
package struct StatePage: Sendable {
  /// The cursor asked from.
  package var from: Int
  /// The cursor of a reader who has taken this page.
  package var to: Int
  /// The library's head in the snapshot.
  package var head: Int
  /// Each entity that holds a value written after `from` and up to `to`, once.
  package var states: [EntityState]

  /// Whether anything is left between `to` and `head`.
  package var more: Bool { to < head }

  /// Makes a page from its parts.
  package init(from: Int, to: Int, head: Int, states: [EntityState]) {
    self.from = from
    self.to = to
    self.head = head
    self.states = states
  }
}
