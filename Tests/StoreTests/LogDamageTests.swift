import Foundation
import Library
import Store
import Testing

/// A write-ahead log that the disk has changed: SQLite reads it up to there, and says no word of the rest.
@Suite struct LogDamageTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("library.sqlite")
  }

  /// A library whose last ten commits are in its log alone, as it lies on the disk while it is open.
  /// - Returns: The path of the copy.
  private func written() throws -> String {
    let store = try SQLiteStore(path: path)
    try store.setUp()
    store.foldLog()
    for number in 1...10 { try Scribe(store).write(.book("book-\(number)")) }
    return try folder.copy(ofDatabase: path)
  }

  /// Flips a bit of the log's byte that is `part` of the way from its start to its end.
  private func flip(at part: Double, inLogOf database: String) throws {
    let url = URL(fileURLWithPath: database + "-wal")
    var log = try Data(contentsOf: url)
    log[Int(Double(log.count) * part)] ^= 1
    try log.write(to: url)
  }

  @Test(arguments: [0.2, 0.4, 0.5, 0.6, 0.8])
  func `what rotted in the middle of the log is found, and all is left as it was`(
    part: Double
  ) throws {
    let copy = try written()
    try flip(at: part, inLogOf: copy)
    func bytes() throws -> [Data] {
      try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) }
    }
    let before = try bytes()
    let error = #expect(throws: StoreError.self) {
      let store = try SQLiteStore(path: copy)
      Issue.record("It opens, with \(try store.library("books")?.head ?? 0) of 10 edits.")
    }
    guard case .damaged(let what) = error else { return }
    #expect(what.contains("-wal"))
    #expect(try bytes() == before)
  }

  @Test func `a log that is whole is read`() throws {
    let again = try SQLiteStore(path: written())
    #expect(try again.library("books")?.head == 10)
  }

  /// As a power cut leaves a commit that nobody was told of.
  @Test func `what the last commit lacks at its end is no damage`() throws {
    let copy = try written()
    try flip(at: 0.999, inLogOf: copy)
    #expect(try SQLiteStore(path: copy).library("books")?.head == 9)
  }
}
