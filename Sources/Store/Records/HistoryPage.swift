package import Library

/// A part of what happened to an entity, newest first.
package struct HistoryPage: Sendable {
  /// One change of one value, and the operation that made it.
  package struct Item: Hashable, Sendable {
    /// What changed.
    package var entry: HistoryEntry
    /// The operation's id.
    package var op: String

    /// Makes an item.
    package init(_ entry: HistoryEntry, op: String) {
      self.entry = entry
      self.op = op
    }
  }

  /// The changes, newest first; those of one operation in the order it made them.
  package var items: [Item]
  /// Whether there is more before the last of them.
  package var more: Bool

  /// Makes a page.
  package init(items: [Item], more: Bool) {
    self.items = items
    self.more = more
  }
}
