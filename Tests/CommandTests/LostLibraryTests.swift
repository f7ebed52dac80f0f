import Foundation
import ServerTesting
import Testing

/// A library whose file is gone, or was emptied: what is left of it is not taken for a first start,
/// after which rotation would let the backups go one by one.
@Suite(.serialized)
struct LostLibraryTests {
  /// A library that has been backed up, and lost since in the way that is named.
  private func lost(_ way: String) async throws -> (directory: DataDirectoryCase, backup: String) {
    let directory = try await DataDirectoryCase(withServer: false)
    #expect(try await directory.run("device", "add", "Laptop").status == 0)
    let backup = directory.folder.path + "/backup.sqlite"
    #expect(try await directory.run("backup", backup).status == 0)
    let library = directory.data + "/library.sqlite"
    if way == "emptied" {
      try Data().write(to: URL(fileURLWithPath: library))
    } else {
      try FileManager.default.removeItem(atPath: library)
    }
    return (directory, backup)
  }

  @Test(arguments: ["emptied", "removed"])
  func `nothing begins anew, and the backup is named`(way: String) async throws {
    let (directory, backup) = try await lost(way)
    for command in [["check"], ["device", "list"], ["device", "add", "Phone"], ["serve"]] {
      let result = try await DogearProcess.run(command + ["--data", directory.data])
      expectSentence(result, "dogear restore \(backup) --data \(directory.data)")
    }
    #expect(try await directory.run("restore", backup).status == 0)
    #expect(try await directory.run("device", "list").output.contains("Laptop"))
  }

  @Test func `the server's own backups say as much as a note of the last one`() async throws {
    let (directory, backup) = try await lost("emptied")
    let own = directory.data + "/backups"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let kept = own + "/dogear-20261101T101500Z.sqlite"
    try FileManager.default.moveItem(atPath: backup, toPath: kept)
    try FileManager.default.removeItem(atPath: directory.data + "/backup.json")
    expectSentence(try await directory.run("check"), "dogear restore \(kept)")
  }

  @Test func `a library that was never backed up is missed as well`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    #expect(try await directory.run("device", "add", "Laptop").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.data)
    for name in names where name.hasPrefix("library.sqlite") {
      try FileManager.default.removeItem(atPath: directory.data + "/" + name)
    }
    for command in [["check"], ["device", "add", "Phone"], ["serve", "--port", "0"]] {
      let result = try await DogearProcess.run(command + ["--data", directory.data])
      expectSentence(result, "none is known here")
    }
    // Whoever means to begin anew does as the sentence says.
    try FileManager.default.removeItem(atPath: directory.data + "/lock")
    #expect(try await directory.run("device", "add", "Phone").status == 0)
    #expect(try await !directory.run("device", "list").output.contains("Laptop"))
  }

  @Test func `a first start that was cut short is one again`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    try FileManager.default.createDirectory(
      atPath: directory.data, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: directory.data + "/lock", contents: nil)
    #expect(try await directory.run("device", "add", "Laptop").status == 0)
  }

  @Test func `a log that lost its database is left alone`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    try FileManager.default.createDirectory(
      atPath: directory.data, withIntermediateDirectories: true)
    let log = directory.data + "/library.sqlite-wal"
    try Data(repeating: 1, count: 64).write(to: URL(fileURLWithPath: log))
    expectSentence(try await directory.run("device", "add", "Phone"), "none is known here")
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)).count == 64)
  }

  @Test func `a dry run makes no library`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let file = try directory.folder.write(CommandTests.goodreads, to: "goodreads.csv")
    let result = try await directory.run("import", "--dry-run", file)
    #expect(result.output.contains("would give: 2 added"), "\(result.output)\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: directory.data))
  }
}
