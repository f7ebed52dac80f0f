/// The frames of a write-ahead log, looked through from the first on: whether those that SQLite would leave out
/// are what a power cut left of a commit that nobody was told of, or were whole once and are damaged.
///
/// SQLite reads a log up to the first frame that is not as it was written, and says nothing of what follows. But
/// each frame's checksum goes on from the one that stands in the head of the frame before (its file format,
/// §4.2), so a frame tells behind which it was written, whatever became of that one since. And what follows a
/// commit is written when that is synced, and not before (`synchronous=FULL`). So all up to a commit that a frame
/// goes on from was on the disk.
///
/// What earlier logs left in the file has other salts. What was left by a transaction that failed, was taken
/// back, or cut short may have the same, but nothing goes on from a commit of it. Damage to the last commit is
/// thus not told from one that was cut short.
struct LogFrames {
  /// Bytes of the head of the log, and of that of a frame (§4.1).
  static let headByteCount = 32
  static let frameHeadByteCount = 24

  /// What a page takes, in bytes.
  let pageByteCount: Int
  /// How many frames have been looked at.
  private(set) var count = 0
  /// The first of them, from 1, that SQLite does not read; nil where it reads all.
  private(set) var firstUnread: Int?
  /// Up to which frame all was on the disk once, as those show that SQLite does not read; nil where they show
  /// nothing.
  private(set) var lastSynced: Int?

  private let isOtherEndian: Bool
  /// What its frames are told by from those of earlier logs; nil where the head cannot be read.
  private let salts: UInt64?
  /// What the frame before says of itself, or the head.
  private var last: Mark
  private var isLastCommit = false

  /// What a frame is known by, and the head that frames go on from.
  private struct Mark {
    var salts: UInt64
    var checksum: Checksum
  }

  /// Begins with the head of a log. One that cannot be read, as it is after damage only, is taken for that of a
  /// log of Dogear's.
  init(head: UnsafeRawBufferPointer) {
    let magic = unsafe Self.word(at: 0, of: head)
    // The last bit says that the sums are over words with the highest byte first.
    let isOtherEndian = (magic & 1 == 1) != (UInt32(1).bigEndian == 1)
    var checksum = Checksum()
    unsafe checksum.add(UnsafeRawBufferPointer(rebasing: head[..<24]), isOtherEndian)
    let mark = unsafe Self.mark(at: 16, of: head)
    let size = Int(unsafe Self.word(at: 8, of: head))
    let isSound =
      magic & ~1 == 0x377F_0682 && checksum == mark.checksum && (512...65_536).contains(size)
      && size & (size - 1) == 0
    last = mark
    salts = isSound ? mark.salts : nil
    pageByteCount = isSound ? size : Limits.pageByteCount
    self.isOtherEndian = isSound && isOtherEndian
    if !isSound { firstUnread = 1 }
  }

  /// Looks at the next frame: its head and its page.
  mutating func add(_ frame: UnsafeRawBufferPointer) {
    count += 1
    let head = unsafe UnsafeRawBufferPointer(rebasing: frame[..<8])
    let content = unsafe UnsafeRawBufferPointer(rebasing: frame[Self.frameHeadByteCount...])
    let mark = unsafe Self.mark(at: 8, of: frame)
    var checksum = last.checksum
    unsafe checksum.add(head, isOtherEndian)
    unsafe checksum.add(content, isOtherEndian)
    let page = unsafe Self.word(at: 0, of: frame)
    let goesOn =
      page != 0 && checksum == mark.checksum && mark.salts == last.salts
      && mark.salts == salts ?? mark.salts
    if !goesOn, firstUnread == nil { firstUnread = count }
    if goesOn, isLastCommit, firstUnread != nil { lastSynced = count - 1 }
    last = mark
    isLastCommit = unsafe Self.word(at: 4, of: frame) != 0
  }

  private static func mark(at place: Int, of bytes: UnsafeRawBufferPointer) -> Mark {
    unsafe Mark(
      salts: UInt64(word(at: place, of: bytes)) << 32 | UInt64(word(at: place + 4, of: bytes)),
      checksum: Checksum(
        first: word(at: place + 8, of: bytes), second: word(at: place + 12, of: bytes)))
  }

  private static func word(at place: Int, of bytes: UnsafeRawBufferPointer) -> UInt32 {
    unsafe UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// The sums of a log (§4.2).
  private struct Checksum: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    mutating func add(_ bytes: UnsafeRawBufferPointer, _ isOtherEndian: Bool) {
      var place = 0
      while place + 8 <= bytes.count {
        let one = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let two = unsafe bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        first &+= (isOtherEndian ? one.byteSwapped : one) &+ second
        second &+= (isOtherEndian ? two.byteSwapped : two) &+ first
        place += 8
      }
    }
  }
}
