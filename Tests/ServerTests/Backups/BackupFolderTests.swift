import Foundation
import Server
import ServerTesting
import Testing

struct BackupFolderTests {
  let directory: TemporaryDirectory
  let folder: BackupFolder
  /// 21 November 2026, 10:53:12 UTC.
  let now = 1_795_258_392_000

  init() throws {
    directory = try TemporaryDirectory()
    folder = BackupFolder(path: directory.path)
  }

  /// The names in the folder, in order.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
  }

  @Test func `a backup is named by its time`() {
    #expect(folder.path(now: now) == directory.path + "/dogear-20261121T105312Z.sqlite")
  }

  @Test func `the newest backup has the last name, whatever the clock does`() throws {
    try directory.write("", to: "dogear-20271121T105312Z.sqlite")
    #expect(folder.path(now: now) == directory.path + "/dogear-20271121T105313Z.sqlite")
  }

  @Test func `rotation removes the oldest of its own files and nothing else`() throws {
    let others = [
      "dogear-20200101T000000Z.sqlite.bak", "dogear-2020.sqlite", "dogear-20201301T000000Z.sqlite",
      "mine.sqlite", "mine.sqlite.partial",
    ]
    let own = (1...4).map { "dogear-2026110\($0)T000000Z.sqlite" }
    let cutShort = ["", ".k3j9"].flatMap { random in
      ["", "-journal", "-wal", "-shm"].map {
        "dogear-20261105T000000Z.sqlite\(random).partial\($0)"
      }
    }
    for name in others + own + cutShort {
      try directory.write("", to: name)
    }
    try FileManager.default.createDirectory(
      atPath: directory.path + "/dogear-20200101T000000Z.sqlite", withIntermediateDirectories: false
    )
    #expect(folder.backups == own.map { directory.path + "/" + $0 })
    folder.rotate(keeping: 2)
    folder.removeUnfinished()
    #expect(
      try names == (others + own.suffix(2) + ["dogear-20200101T000000Z.sqlite"]).sorted())
  }

  @Test func `a folder that is not there holds nothing`() {
    #expect(BackupFolder(path: directory.path + "/none").backups.isEmpty)
  }
}
