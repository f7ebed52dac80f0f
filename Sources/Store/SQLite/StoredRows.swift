import Library

/// Rows as they go over the wire, made from stored entities: canonical JSON, with commas between them.
struct StoredRows {
  private(set) var bytes: [UInt8] = []
  /// Whether they were more than `Limits.toldByteCountMax`, and none are here.
  private(set) var isTooMuch = false

  /// One of them, for readers whose cursor it holds for.
  struct Member {
    /// The row; empty where there is nothing to tell.
    let bytes: [UInt8]
    /// The cursors for which it is the row: up to the head before the commit, and from the last
    /// sequence before that under which the entity has a value still.
    let cursors: Range<Int>
  }

  /// Makes room for so many bytes more.
  mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(bytes.count + byteCount) }

  /// Appends the row of what changed after `cursor` in the entity whose stored form is `text`.
  /// - Throws: `StoreError.damaged`.
  mutating func append(_ text: String, since cursor: Int) throws(StoreError) {
    let end = bytes.count
    separate()
    guard try !EntityState(text: text).appendRow(since: cursor, to: &bytes) else { return }
    bytes.removeSubrange(end...)
  }

  /// Appends a row that was made before.
  mutating func append(_ member: Member) {
    guard !member.bytes.isEmpty else { return }
    separate()
    bytes.append(contentsOf: member.bytes)
  }

  /// The same of what a commit changed, of which so much is told and no more.
  mutating func tell(_ member: Member) {
    guard !isTooMuch else { return }
    append(member)
    guard bytes.count > Limits.toldByteCountMax else { return }
    (bytes, isTooMuch) = ([], true)
  }

  private mutating func separate() {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
  }
}

extension StoredRows.Member {
  /// The row of what a commit on `head` changed in an entity that now has values under `seqs`.
  ///
  /// Whoever has seen all that the entity had before the commit is told the same, wherever between
  /// there and the head they stand. Only from 0 less is told: nobody need hear what is gone.
  init(_ row: [UInt8], after head: Int, seqs: [Int]) {
    let earlier = seqs.lazy.filter { $0 <= head }.max() ?? 0
    bytes = row
    cursors = (head == 0 ? 0 : Swift.max(earlier, 1))..<head + 1
  }
}
