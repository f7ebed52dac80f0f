import Foundation
import Library
import ServerTesting
import Testing

/// A disk that gives back something else than was written: it is noticed before anybody is served
/// from it, and a backup and the devices bring the library back.
@Suite(.serialized)
struct DamageTests {
  @Test(arguments: ["SQLite format 3", "CREATE TABLE", "outcome", "Dune", "\"b1\""])
  func `one flipped bit is found, and a restore and the devices bring everything back`(
    place: String
  ) async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let token = String(try await directory.run("device", "add", "Laptop").output.dropLast())
    let (process, port) = try await DogearProcess.serve(data: directory.data)
    let laptop = await TestReplica(port: port, token: token, incarnation: "laptop")
    let book = EntityKey(kind: "book", id: "b1")
    await laptop.edit(Change(book, life: .create, set: ["title": "Dune"]))
    await laptop.settle(at: 1)
    let backup = directory.folder.path + "/backup.sqlite"
    #expect(try await directory.run("backup", backup).status == 0)
    await laptop.edit(Change(book, set: ["rating": 450]))
    await laptop.settle(at: 2)
    let disk = await laptop.disk
    await laptop.stop()
    process.send(SIGTERM)
    #expect(await process.result().status == 0)

    // Everything is in the one file before it is damaged.
    let file = DamagedFile(path: directory.data + "/library.sqlite")
    try await file.foldLog()
    try file.flip(place)
    let check = try await directory.run("check")
    #expect(check.status == 1)
    #expect(check.errors.contains("dogear restore"), "\(check.output)\(check.errors)")
    let served = try await directory.run("serve", "--port", "0")
    #expect(served.status == 1)
    #expect(served.output.isEmpty)
    #expect(served.errors.contains("dogear restore \(backup) --data"), "\(served.errors)")

    #expect(try await directory.run("restore", backup).status == 0)
    let (again, newPort) = try await DogearProcess.serve(data: directory.data)
    let back = await TestReplica(
      port: newPort, token: token, incarnation: "laptop2", disk: disk, reconnects: true)
    await back.settle(at: 2)
    #expect(await back.shown("book", "b1")?.fields == ["title": "Dune", "rating": 450])
    await back.stop()
    again.send(SIGTERM)
    #expect(await again.result().status == 0)
    #expect(try await directory.run("check").status == 0)
  }

  @Test func `of devices that cannot be read all commands say which backup to bring back`()
    async throws
  {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    let backup = directory.folder.path + "/backup.sqlite"
    #expect(try await directory.run("backup", backup).status == 0)
    let file = DamagedFile(path: directory.data + "/library.sqlite")
    try await file.foldLog()
    try file.overwritePage(of: "Laptop")
    for command in ["check", "pair", "serve"] {
      let result = try await directory.run(command)
      #expect(result.status == 1)
      #expect(result.errors.contains("dogear restore \(backup) --data"), "\(result.errors)")
    }
  }
}

/// A database file that is damaged on purpose.
struct DamagedFile {
  let path: String

  init(path: String) { self.path = path }

  init(copyOf source: String, to path: String) async throws {
    try FileManager.default.copyItem(atPath: source, toPath: path)
    self.path = path
  }

  /// What SQLite's log beside the file holds goes into the file, as at a checkpoint.
  func foldLog() async throws {
    let result = try await Program.run([
      "python3", "-c",
      "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); "
        + "c.execute('PRAGMA wal_checkpoint(TRUNCATE)'); c.close()", path,
    ])
    guard result.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Flips a bit in the last place where `text` stands.
  func flip(_ text: String) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let range = data.range(of: Data(text.utf8), options: .backwards) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    data[range.lowerBound + range.count / 2] ^= 0x04
    try data.write(to: URL(fileURLWithPath: path))
  }

  /// Writes something else over the whole page in which `text` stands last.
  func overwritePage(of text: String) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let range = data.range(of: Data(text.utf8), options: .backwards) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    let pageByteCount = 4096
    let start = range.lowerBound / pageByteCount * pageByteCount
    data.replaceSubrange(
      start..<(start + pageByteCount), with: Data(repeating: 0xFF, count: pageByteCount))
    try data.write(to: URL(fileURLWithPath: path))
  }
}
