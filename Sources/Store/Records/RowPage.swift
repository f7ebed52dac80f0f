/// The rows of the entities that changed between two cursors, from one snapshot.
package struct RowPage: Sendable {
  /// The cursor asked from.
  package var from: Int
  /// The cursor of a reader who has taken this page.
  package var to: Int
  /// The library's head in the snapshot.
  package var head: Int
  /// The rows as canonical JSON, with commas between them.
  package var rows: [UInt8]
  /// Whether these were the rows of a commit that are too much to be told at once
  /// (`Limits.toldByteCountMax`), and so are not here: pages have them.
  package var isTooMuch = false

  /// Whether anything is left between `to` and `head`.
  package var more: Bool { to < head }

  /// Makes a page from its parts.
  package init(from: Int, to: Int, head: Int, rows: [UInt8]) {
    self.from = from
    self.to = to
    self.head = head
    self.rows = rows
  }
}
