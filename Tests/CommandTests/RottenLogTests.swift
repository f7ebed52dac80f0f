import Foundation
import Library
import Replica
import ServerTesting
import Testing

/// A write-ahead log that rotted in its middle: SQLite would leave out what follows, and say nothing.
@Suite(.serialized)
struct RottenLogTests {
  private let directory: DataDirectoryCase
  private let token: String
  private let backup: String
  private let log: URL
  /// What the device that made twelve books has, of which the backup holds the first.
  private let disk: Stored?

  init() async throws {
    directory = try await DataDirectoryCase(withServer: false)
    token = String(try await directory.run("device", "add", "Laptop").output.dropLast())
    backup = directory.folder.path + "/backup.sqlite"
    log = URL(fileURLWithPath: directory.data + "/library.sqlite-wal")
    let (process, port) = try await DogearProcess.serve(data: directory.data)
    let laptop = await TestReplica(port: port, token: token, incarnation: "laptop")
    for number in 1...12 {
      let book = EntityKey(kind: "book", id: "b\(number)")
      await laptop.edit(Change(book, life: .create, set: ["title": .string("Book \(number)")]))
      await laptop.settle(at: number)
      if number == 1 { #expect(try await directory.run("backup", backup).status == 0) }
    }
    disk = await laptop.disk
    await laptop.stop()
    process.send(SIGKILL)
    _ = await process.result()
    var bytes = try Data(contentsOf: log)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: log)
  }

  @Test func `it is found, all is kept, and a restore and the devices bring everything back`()
    async throws
  {
    let before = try Data(contentsOf: log)
    for command in [["check"], ["device", "list"], ["serve", "--port", "0"]] {
      let result = try await DogearProcess.run(command + ["--data", directory.data])
      expectSentence(result, "dogear restore \(backup) --data \(directory.data)")
      #expect(result.errors.contains("-wal"), "\(result.errors)")
    }
    #expect(try Data(contentsOf: log) == before)

    let restored = try await directory.run("restore", backup)
    #expect(restored.status == 0, "\(restored.errors)")
    // Somebody may have lost access in the part that cannot be read.
    #expect(restored.output.contains("look through dogear device list"), "\(restored.output)")
    let (process, port) = try await DogearProcess.serve(data: directory.data)
    let laptop = await TestReplica(
      port: port, token: token, incarnation: "laptop2", disk: disk, reconnects: true)
    await laptop.settle(at: 12)
    #expect(await laptop.shown("book", "b12")?.fields == ["title": "Book 12"])
    await laptop.stop()
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
    #expect(try await directory.run("check").status == 0)
  }

  @Test func `without a backup the database can be restored alone, as far as it goes`() async throws
  {
    let whole = directory.folder.path + "/whole.sqlite"
    let alone = directory.folder.path + "/alone.sqlite"
    let library = directory.data + "/library.sqlite"
    for path in [whole, alone] { try FileManager.default.copyItem(atPath: library, toPath: path) }
    try FileManager.default.copyItem(at: log, to: URL(fileURLWithPath: whole + "-wal"))
    expectSentence(try await directory.run("restore", whole), "-wal")
    #expect(try await directory.run("restore", alone).status == 0)
    #expect(try await directory.run("device", "list").output.contains("Laptop"))
  }
}
