/// Frames of a write-ahead log on their way to the file, put together into few long writes.
///
/// SQLite writes a frame as a head of 24 bytes and a page (its file format, §4.1), each by a call. A commit
/// of 400 pages is 800 calls, which take longer than the sync that follows them. Put together they take a
/// third, and what came in long writes is synced in two thirds of the time.
///
/// What is gathered belongs to nobody but a transaction under way. Outside of one, and from the head that says
/// that it commits, everything is written as it comes.
struct LogGatherer {
  /// What waits to be written.
  private(set) var bytes: [UInt8] = []
  /// Where in the file the first of them belongs.
  private(set) var offset: Int64 = 0
  /// Whether the last of them is a head, whose page comes next.
  private var isPageExpected = false
  private var mayGather = false

  private static let headByteCount = 24
  /// Where in a head it says how many pages the database has after a commit: 0 where this is none.
  private static let commit = 4..<8

  /// Takes `piece`, which belongs at `place`. False where nothing was done: what is gathered is to be
  /// written first, and then the piece, if it is not taken then either.
  mutating func take(_ piece: UnsafeRawBufferPointer, at place: Int64) -> Bool {
    guard mayGather, bytes.isEmpty || place == offset + Int64(bytes.count),
      bytes.count + piece.count <= Limits.gatheredByteCountMax
    else { return false }
    if !isPageExpected {
      guard piece.count == Self.headByteCount else { return false }
      mayGather = unsafe piece[Self.commit].allSatisfy { $0 == 0 }
      guard mayGather else { return false }
    }
    if bytes.isEmpty {
      bytes.reserveCapacity(Limits.gatheredByteCountMax)
      offset = place
    }
    unsafe bytes.append(contentsOf: piece)
    isPageExpected.toggle()
    return true
  }

  /// What is gathered is in the file.
  mutating func written() {
    bytes.removeAll(keepingCapacity: true)
    isPageExpected = false
  }

  /// A transaction begins.
  mutating func begin() { mayGather = true }

  /// A transaction is over: what is gathered still was taken back.
  mutating func end() {
    written()
    mayGather = false
  }
}
