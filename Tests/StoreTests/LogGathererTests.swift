import Testing

@testable import Store

/// Frames as SQLite writes them: heads of 24 bytes and pages of 4,096.
@Suite struct LogGathererTests {
  private static let page = [UInt8](repeating: 7, count: 4_096)

  private var gatherer = LogGatherer()

  init() { gatherer.begin() }

  /// The head of a frame, of a transaction that leaves the database with so many pages; 0 does not end it.
  private func head(commits pageCount: UInt8 = 0) -> [UInt8] {
    var head = [UInt8](repeating: 9, count: 24)
    head.replaceSubrange(4..<8, with: [0, 0, 0, pageCount])
    return head
  }

  private mutating func take(_ piece: [UInt8], at place: Int64) -> Bool {
    unsafe piece.withUnsafeBytes { unsafe gatherer.take($0, at: place) }
  }

  @Test mutating func `frames that follow one another are put together`() {
    #expect(take(head(), at: 32))
    #expect(take(Self.page, at: 56))
    #expect(take(head(), at: 4_152))
    #expect(take(Self.page, at: 4_176))
    #expect(gatherer.offset == 32)
    #expect(gatherer.bytes == head() + Self.page + head() + Self.page)
  }

  @Test
  mutating func `from the frame that commits nothing is held back until the transaction is over`() {
    #expect(take(head(), at: 32))
    #expect(take(Self.page, at: 56))
    #expect(!take(head(commits: 2), at: 4_152))
    gatherer.written()
    #expect(!take(head(commits: 2), at: 4_152))
    #expect(!take(Self.page, at: 4_176))
    // What fills a sector may end with as many bytes as a head has.
    #expect(!take([UInt8](repeating: 0, count: 24), at: 8_272))
    gatherer.end()
    #expect(!take(head(), at: 8_296))
    gatherer.begin()
    #expect(take(head(), at: 8_296))
  }

  @Test mutating func `what is taken back is forgotten`() {
    #expect(take(head(), at: 32))
    gatherer.end()
    #expect(gatherer.bytes.isEmpty)
    gatherer.begin()
    #expect(take(head(), at: 32))
  }

  @Test mutating func `what belongs elsewhere waits for what is gathered to be written`() {
    #expect(take(head(), at: 32))
    #expect(!take(head(), at: 4_152))
    gatherer.written()
    #expect(take(head(), at: 4_152))
    #expect(gatherer.offset == 4_152)
  }

  @Test mutating func `the head of the log is written as it comes`() {
    #expect(!take([UInt8](repeating: 1, count: 32), at: 0))
    #expect(gatherer.bytes.isEmpty)
  }

  @Test mutating func `no more is gathered than the file system takes at a time`() {
    var place: Int64 = 32
    while take(head(), at: place), take(Self.page, at: place + 24) { place += 4_120 }
    #expect(gatherer.bytes.count <= Limits.gatheredByteCountMax)
    #expect(place > 31 * 4_120)
    gatherer.written()
    #expect(take(head(), at: place))
  }
}
