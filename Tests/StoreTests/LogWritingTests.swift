import CSQLite
import Testing

@testable import Store

/// When the frames of a log come to its file, and what becomes of them on a full disk.
@Suite struct LogWritingTests {
  private static let page = [UInt8](repeating: 7, count: 4_096)
  private static let frameByteCount: Int64 = 24 + 4_096

  private let database = FakeFile()
  private let log = FakeFile()

  init() {
    unsafe DatabaseFile.wrap(database.file)
    unsafe LogFile.wrap(log.file, of: DatabaseFile.of(database.file))
  }

  /// Writes the frame with this number, counted from 0.
  private func write(_ number: Int64, commits: Bool = false) -> CInt {
    var head = [UInt8](repeating: 9, count: 24)
    head.replaceSubrange(4..<8, with: [0, 0, 0, commits ? 100 : 0])
    let place = 32 + number * Self.frameByteCount
    let result = log.write(head, at: place)
    return result == SQLITE_OK ? log.write(Self.page, at: place + 24) : result
  }

  @Test func `a commit of many frames is few writes`() {
    #expect(database.lockWriter() == SQLITE_OK)
    for number in 0..<20 { #expect(write(Int64(number)) == SQLITE_OK) }
    #expect(log.writes == [])
    #expect(write(20, commits: true) == SQLITE_OK)
    let place = 32 + 20 * Self.frameByteCount
    #expect(
      log.writes == [
        .init(place: 32, byteCount: 20 * Int(Self.frameByteCount)),
        .init(place: place, byteCount: 24),
        .init(place: place + 24, byteCount: 4_096),
      ])
    #expect(database.unlockWriter() == SQLITE_OK)
    #expect(log.close() == SQLITE_OK)
    #expect(database.close() == SQLITE_OK)
  }

  @Test func `nothing commits before what could not be written is`() {
    #expect(database.lockWriter() == SQLITE_OK)
    #expect(write(0) == SQLITE_OK)
    log.isFull = true
    #expect(log.read() == SQLITE_FULL)
    #expect(write(1, commits: true) == SQLITE_FULL)
    log.isFull = false
    #expect(write(1, commits: true) == SQLITE_OK)
    #expect(log.writes.map(\.place) == [32, 32 + Self.frameByteCount, 56 + Self.frameByteCount])
  }

  @Test func `what was taken back is not written, nor told as what could not be`() {
    #expect(database.lockWriter() == SQLITE_OK)
    #expect(write(0) == SQLITE_OK)
    log.isFull = true
    #expect(database.unlockWriter() == SQLITE_OK)
    #expect(log.read() == SQLITE_OK)
    log.isFull = false
    #expect(log.read() == SQLITE_OK)
    #expect(log.writes == [])
  }

  @Test func `nothing is held back for who has no lock to give back`() {
    #expect(write(0) == SQLITE_OK)
    #expect(log.writes.count == 2)
    database.isLocked = true
    #expect(database.lockWriter() == SQLITE_BUSY)
    #expect(write(1) == SQLITE_OK)
    #expect(log.writes.count == 4)
  }
}
