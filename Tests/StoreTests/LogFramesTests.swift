import Testing

@testable import Store

/// Logs as SQLite writes them, made here from its file format (§4), and what becomes of them.
@Suite struct LogFramesTests {
  /// A log, as long as it is written.
  private struct Log {
    static let pageByteCount = 4_096
    static let frameByteCount = 24 + pageByteCount

    var bytes: [UInt8]
    private let salts: [UInt8]
    private var sums: (UInt32, UInt32) = (0, 0)

    init(salt: UInt8 = 7) {
      salts = [UInt8](repeating: salt, count: 8)
      bytes = [0x37, 0x7F, 0x06, 0x82, 0, 0x2D, 0xE2, 0x18, 0, 0, 0x10, 0, 0, 0, 0, 1] + salts
      add(bytes)
      bytes += [sums.0, sums.1].flatMap(Self.bytes)
    }

    /// The sums go on over `part`, in words with the lowest byte first.
    private mutating func add(_ part: [UInt8]) {
      let words = stride(from: 0, to: part.count, by: 4).map { place in
        part[place..<(place + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for place in stride(from: 0, to: words.count, by: 2) {
        sums.0 &+= words[place] &+ sums.1
        sums.1 &+= words[place + 1] &+ sums.0
      }
    }

    private static func bytes(_ word: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    /// A transaction of so many frames, which differ from those of others by `mark`.
    mutating func commit(_ count: Int, mark: UInt8 = 1) {
      for number in 1...count {
        let head = Self.bytes(UInt32(number)) + Self.bytes(number == count ? 9 : 0)
        let page = [UInt8](repeating: mark &+ UInt8(number), count: Self.pageByteCount)
        add(head)
        add(page)
        bytes += head + salts + [sums.0, sums.1].flatMap(Self.bytes) + page
      }
    }

    /// Leaves behind the end what `other` has there.
    mutating func leave(_ other: Log) {
      bytes += other.bytes.dropFirst(bytes.count)
    }

    func looked(changing place: Int? = nil) -> LogFrames {
      var bytes = bytes
      if let place { bytes[place] ^= 0x10 }
      return unsafe bytes.withUnsafeBytes { bytes in
        var frames = unsafe LogFrames(head: UnsafeRawBufferPointer(rebasing: bytes[..<32]))
        for start in stride(
          from: 32, through: bytes.count - Log.frameByteCount, by: Log.frameByteCount)
        {
          let end = start + Log.frameByteCount
          unsafe frames.add(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
        return frames
      }
    }

    /// Where in the file the frame `number` begins, from 1.
    static func place(ofFrame number: Int) -> Int { 32 + (number - 1) * frameByteCount }
  }

  @Test func `a log that is whole is read to its end`() {
    var log = Log()
    for count in [3, 1, 2] { log.commit(count) }
    let frames = log.looked()
    #expect(frames.count == 6)
    #expect(frames.firstUnread == nil)
    #expect(frames.lastSynced == nil)
  }

  @Test func `what earlier logs left in the file is none of it`() {
    var old = Log(salt: 6)
    for _ in 1...8 { old.commit(1) }
    for length in 0...7 {
      var log = Log()
      if length > 0 { log.commit(length) }
      log.leave(old)
      let frames = log.looked()
      #expect(frames.count == 8)
      #expect(frames.firstUnread == length + 1)
      #expect(frames.lastSynced == nil)
    }
  }

  @Test func `a commit that was cut short is no damage, whatever of it came to the disk`() {
    var log = Log()
    log.commit(2)
    log.commit(4)
    let start = Log.place(ofFrame: 3)
    for first in stride(from: start / 512 * 512, to: log.bytes.count, by: 512) {
      for sectorCount in [1, 2, 9, 100] {
        var cut = log
        let lost = max(first, start)..<min(first + sectorCount * 512, log.bytes.count)
        cut.bytes.replaceSubrange(lost, with: [UInt8](repeating: 0, count: lost.count))
        let frames = cut.looked()
        #expect(frames.firstUnread ?? 0 >= 3)
        #expect(frames.lastSynced == nil, "\(lost)")
      }
    }
  }

  @Test func `what changed before the last two commits is found, whichever byte it is`() {
    var log = Log()
    for count in [3, 1, 2, 1, 1] { log.commit(count) }
    let end = Log.place(ofFrame: 7)
    let heads = (1...6).flatMap { frame in (0..<24).map { Log.place(ofFrame: frame) + $0 } }
    for place in heads + Array(stride(from: 32, to: end, by: 97)) {
      let frames = log.looked(changing: place)
      #expect(frames.firstUnread == (place - 32) / Log.frameByteCount + 1, "byte \(place)")
      #expect(frames.lastSynced == 7, "byte \(place)")
    }
  }

  @Test func `a page of the last but one commit that changed is found`() {
    var log = Log()
    for count in [3, 2, 2] { log.commit(count) }
    for frame in 4...5 {
      #expect(log.looked(changing: Log.place(ofFrame: frame) + 900).lastSynced == 5)
    }
  }

  @Test func `a head of the log that changed is found`() {
    var log = Log()
    for count in [2, 1, 1] { log.commit(count) }
    for place in 0..<32 {
      let frames = log.looked(changing: place)
      #expect(frames.firstUnread == 1)
      #expect(frames.lastSynced == 3, "byte \(place)")
    }
  }

  @Test func `a disk that lost a whole block is found`() {
    var log = Log()
    for count in [2, 3, 1, 1, 1, 1] { log.commit(count) }
    for block in 0..<6 {
      var damaged = log
      damaged.bytes.replaceSubrange(
        block * 4_096..<(block + 1) * 4_096, with: [UInt8](repeating: 0, count: 4_096))
      #expect(damaged.looked().lastSynced != nil, "block \(block)")
    }
  }

  /// Whoever cannot sync a commit takes it back, and the next is written over it.
  @Test func `what commits that failed left behind the end is no damage`() {
    var good = Log()
    good.commit(2)
    var (first, second, log) = (good, good, good)
    first.commit(6, mark: 20)
    second.commit(3, mark: 30)
    log.commit(1, mark: 40)
    log.leave(second)
    log.leave(first)
    let frames = log.looked()
    #expect(frames.count == 8)
    #expect(frames.firstUnread == 4)
    #expect(frames.lastSynced == nil)
  }
}
