import Foundation
import Library
import ServerTesting
import Testing

@Suite(.serialized)
struct BackupTests {
  @Test(arguments: [false, true])
  func `a backup is made, says what it holds, and replaces nothing unasked`(
    withServer: Bool
  ) async throws {
    let directory = try await DataDirectoryCase(withServer: withServer)
    let file = try directory.folder.write(CommandTests.goodreads, to: "goodreads.csv")
    _ = try await directory.run("import", file)
    let backup = directory.folder.path + "/backup.sqlite"
    let made = try await directory.run("backup", backup)
    #expect(made.status == 0, "\(made.errors)")
    let lines = made.output.split(separator: "\n")
    #expect(lines.first?.wholeMatch(of: /.*\/backup\.sqlite, [0-9]+ KiB/) != nil)
    #expect(lines.last?.wholeMatch(of: /Library: 2 books, up to edit [1-9][0-9]*/) != nil)
    #expect(made.errors.isEmpty)
    expectSentence(try await directory.run("backup", backup), "--force")
    #expect(try await directory.run("backup", "--force", backup).status == 0)
    for own in ["library.sqlite", "library.sqlite-wal"] {
      let path = directory.data + "/" + own
      guard FileManager.default.fileExists(atPath: path) else { continue }
      expectSentence(try await directory.run("backup", "--force", path), "library itself")
    }
    let folder = directory.folder.path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == ["data", "goodreads.csv", "backup.sqlite"])
    await directory.end()
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a backup that is left leaves nothing of itself`(signal: Int32) async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let rows = (0..<5_000).map { "Book \($0),Somebody\n" }.joined()
    let table = try directory.folder.write("Title,Author\n" + rows, to: "table.csv")
    #expect(try await directory.run("import", table).status == 0)
    let folder = directory.folder.path
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }
    let process = try await DogearProcess(
      ["backup", folder + "/backup.sqlite", "--data", directory.data])
    var hasBegun = false
    for _ in 0..<20_000 where !hasBegun {
      hasBegun = try names().contains { $0.hasSuffix(".partial") }
      usleep(500)
    }
    process.send(signal)
    #expect(await process.result().status == -Int(signal))
    #expect(try names() == ["data", "table.csv"])
  }

  @Test func `a backup that was started to outlive its terminal does`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let rows = (0..<5_000).map { "Book \($0),Somebody\n" }.joined()
    let table = try directory.folder.write("Title,Author\n" + rows, to: "table.csv")
    #expect(try await directory.run("import", table).status == 0)
    let folder = directory.folder.path
    // As nohup(1) does it.
    let process = try await DogearProcess(
      [
        "-c", #"trap "" HUP; exec "$0" "$@""#, DogearProcess.path(of: "dogear"), "backup",
        folder + "/backup.sqlite", "--data", directory.data,
      ], program: "/bin/sh")
    var hasBegun = false
    for _ in 0..<20_000 where !hasBegun {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      hasBegun = names.contains { $0.hasSuffix(".partial") }
      usleep(500)
    }
    #expect(hasBegun)
    process.send(SIGHUP)
    #expect(await process.result().status == 0)
    #expect(FileManager.default.fileExists(atPath: folder + "/backup.sqlite"))
  }

  @Test func `force replaces a backup, and nothing else`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    let notes = try directory.folder.write("not to be lost", to: "notes.txt")
    for path in [notes, directory.data + "/lock"] {
      expectSentence(try await directory.run("backup", "--force", path), "no backup")
    }
    #expect(try String(contentsOfFile: notes, encoding: .utf8) == "not to be lost")
    expectSentence(
      try await directory.run("backup", directory.folder.path + "/none/backup.sqlite"),
      "none/backup.sqlite cannot be written: No such file")
  }

  @Test func `what a restore would take away is no place for a backup, whatever is there`()
    async throws
  {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    let own = directory.data + "/incoming.sqlite"
    expectSentence(try await directory.run("backup", own), "a part of one")
    let whole = directory.folder.path + "/whole.sqlite"
    #expect(try await directory.run("backup", whole).status == 0)
    try FileManager.default.copyItem(atPath: whole, toPath: own)
    expectSentence(try await directory.run("backup", "--force", own), "a part of one")
  }

  @Test func `what lies beside a backup and looks like a part of one is somebody's`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    let notes = try directory.folder.write("not to be lost", to: "notes.partial")
    #expect(try await directory.run("backup", directory.folder.path + "/notes").status == 0)
    #expect(try String(contentsOfFile: notes, encoding: .utf8) == "not to be lost")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.folder.path)
    #expect(Set(names) == ["data", "notes", "notes.partial"])
  }

  @Test func `where a backup cannot be written is said`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    expectSentence(
      try await directory.run("backup", "/proc/backup"), "/proc/backup cannot be written: ")
    expectSentence(try await directory.run("restore", directory.folder.path), "It is no file.")
  }

  @Test func `what lies beside the backup of before is not read into the new one`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    let backup = directory.folder.path + "/backup.sqlite"
    _ = try await directory.run("backup", backup)
    // Somebody has opened it, and was killed: its log holds a page of before.
    let change = try await Program.run([
      "python3", "-c",
      "import os,sqlite3,sys; c=sqlite3.connect(sys.argv[1]); "
        + "c.execute('PRAGMA journal_mode=WAL'); c.execute('DELETE FROM devices'); c.commit(); "
        + "os._exit(0)", backup,
    ])
    #expect(change.status == 0, "\(change.errors)")
    #expect(FileManager.default.fileExists(atPath: backup + "-wal"))
    let again = try await directory.run("backup", "--force", backup)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try await directory.run("restore", backup).status == 0)
    #expect(try await directory.run("device", "list").output.contains("Laptop"))
  }

  @Test func `a backup by a relative name goes where the person is, not where the server is`()
    async throws
  {
    let directory = try await DataDirectoryCase(withServer: true)
    let result = try await DogearProcess.run(
      ["backup", "here.sqlite", "--data", directory.data], directory: directory.folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(FileManager.default.fileExists(atPath: directory.folder.path + "/here.sqlite"))
    await directory.end()
  }

  @Test func `devices hear what a backup holds`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let token = String(try await directory.run("device", "add", "Reader").output.dropLast())
    let (process, port) = try await DogearProcess.serve(data: directory.data)
    let client = try await TestClient(port: port, token: token)
    _ = try await client.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    #expect(client.welcome["library"]?["watermark"] == 0)
    _ = try await directory.run("backup", directory.folder.path + "/backup.sqlite")
    let again = try await TestClient(port: port, token: token)
    #expect(again.welcome["library"]?["watermark"] == 1)
    process.send(SIGKILL)
    _ = await process.result()
  }

  // MARK: Restoring

  @Test func `a backup is restored to an empty directory, and one that is used`() async throws {
    let source = try await DataDirectoryCase(withServer: false)
    let file = try source.folder.write(CommandTests.goodreads, to: "goodreads.csv")
    _ = try await source.run("import", file)
    let backup = source.folder.path + "/backup.sqlite"
    _ = try await source.run("backup", backup)
    for target in [try await DataDirectoryCase(withServer: false), source] {
      let phone = target.data == source.data ? "Phone" : nil
      if let phone { _ = try await target.run("device", "add", phone) }
      let restored = try await target.run("restore", backup)
      #expect(restored.status == 0, "\(restored.errors)")
      #expect(restored.output.contains("Library: 2 books"))
      #expect(restored.output.contains("kept as") == (phone != nil))
      #expect(restored.output.contains("to be paired again: Phone") == (phone != nil))
      let names = try FileManager.default.contentsOfDirectory(atPath: target.data)
      #expect(names.filter { $0.hasPrefix("restoring") }.isEmpty)
      #expect(
        names.count { $0.wholeMatch(of: /library-[0-9]{8}T[0-9]{6}Z\.sqlite/) != nil }
          == (phone == nil ? 0 : 1))
      #expect(try await target.run("check").status == 0)
      #expect(try await target.run("device", "list").output.isEmpty)
    }
    // The backup is as it was.
    #expect(try await source.run("restore", backup).status == 0)
  }

  /// A directory in which a device was taken away, and a backup in which it was not yet.
  private func withoutLostPhone() async throws -> (directory: DataDirectoryCase, backup: String) {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Lost phone")
    let backup = directory.folder.path + "/backup.sqlite"
    _ = try await directory.run("backup", backup)
    let id = try await directory.run("device", "list").output.prefix { $0 != "\t" }
    _ = try await directory.run("device", "revoke", String(id))
    return (directory, backup)
  }

  @Test func `a device that was taken away does not come back with a backup from before`()
    async throws
  {
    let (directory, backup) = try await withoutLostPhone()
    let restored = try await directory.run("restore", backup)
    #expect(restored.output.contains("Without access, as before: Lost phone."))
    #expect(try await directory.run("device", "list").output.contains("revoked"))
  }

  @Test func `a restore beside a running server, or of no backup, changes nothing`() async throws {
    let directory = try await DataDirectoryCase(withServer: true)
    let backup = directory.folder.path + "/backup.sqlite"
    _ = try await directory.run("backup", backup)
    expectSentence(try await directory.run("restore", backup), "stop it")
    await directory.end()
    let before = try FileManager.default.contentsOfDirectory(atPath: directory.data).sorted()
    let text = try directory.folder.write("no database", to: "text")
    expectSentence(try await directory.run("restore", text), "no backup")
    expectSentence(try await directory.run("restore", "/nowhere/backup"), "cannot be read")
    let damaged = try await DamagedFile(copyOf: backup, to: directory.folder.path + "/damaged")
    try damaged.flip("Library")
    expectSentence(try await directory.run("restore", damaged.path), "damaged")
    let after = try FileManager.default.contentsOfDirectory(atPath: directory.data).sorted()
    #expect(after == before)
    #expect(try await directory.run("check").status == 0)
  }

  @Test func `what a restore kept can be restored in its turn, and what is empty cannot`()
    async throws
  {
    let directory = try await DataDirectoryCase(withServer: true)
    let backup = directory.folder.path + "/backup.sqlite"
    _ = try await directory.run("backup", backup)
    let file = try directory.folder.write(CommandTests.goodreads, to: "goodreads.csv")
    _ = try await directory.run("import", file)
    // As a server leaves it that had no time to fold its log in.
    directory.server?.send(9)
    _ = await directory.server?.result()
    #expect(try await directory.run("restore", backup).output.contains("Library: 0 books"))
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.data)
    let kept = try #require(
      names.first { $0.wholeMatch(of: /library-[0-9]{8}T[0-9]{6}Z\.sqlite/) != nil })
    let undone = try await directory.run("restore", directory.data + "/" + kept)
    #expect(undone.output.contains("Library: 2 books"), "\(undone.output)\(undone.errors)")
    let empty = try directory.folder.write("", to: "empty.sqlite")
    expectSentence(try await directory.run("restore", empty), "no backup")
    #expect(try await directory.run("export", directory.folder.path + "/all.csv").status == 0)
  }

  @Test(.enabled(if: getuid() == 0, "Only root can give files to others."))
  func `what root restores belongs to the service`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Phone")
    let backup = directory.folder.path + "/backup.sqlite"
    _ = try await directory.run("backup", backup)
    let files = FileManager.default
    try files.setAttributes([.ownerAccountID: 4_321], ofItemAtPath: directory.data)
    #expect(try await directory.run("restore", backup).status == 0)
    let owner =
      try files.attributesOfItem(atPath: directory.data + "/library.sqlite")[.ownerAccountID]
    #expect(owner as? Int == 4_321)
  }

  @Test func `a server that stops leaves all in one file`() async throws {
    let directory = try await DataDirectoryCase(withServer: true)
    let file = try directory.folder.write(CommandTests.goodreads, to: "goodreads.csv")
    _ = try await directory.run("import", file)
    await directory.end()
    let log = directory.data + "/library.sqlite-wal"
    let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
    #expect(size ?? 0 == 0)
  }

  @Test func `a restore says when it cannot know who lost access`() async throws {
    let (directory, backup) = try await withoutLostPhone()
    let files = FileManager.default
    // Cut short between the two renames: the old database is there under its dated name.
    try files.moveItem(
      atPath: directory.data + "/library.sqlite",
      toPath: directory.data + "/library-20260101T000000Z.sqlite")
    try files.copyItem(atPath: backup, toPath: directory.data + "/restoring.sqlite")
    expectSentence(try await directory.run("restore", "/nowhere"), "cannot be read")
    #expect(try await directory.run("check").errors.contains("cut short"))
    let restored = try await directory.run("restore", directory.data + "/restoring.sqlite")
    #expect(restored.output.contains("Without access, as before: Lost phone."), "\(restored)")
    let text = try directory.folder.write("no database", to: "text")
    try files.removeItem(atPath: directory.data + "/library.sqlite")
    try files.moveItem(atPath: text, toPath: directory.data + "/library.sqlite")
    let unread = try await directory.run("restore", backup)
    #expect(
      unread.output.contains("no database from before that can be read: look through"), "\(unread)")
  }

  @Test func `a restore that was cut short is not taken for an empty library`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Phone")
    let backup = directory.folder.path + "/backup.sqlite"
    _ = try await directory.run("backup", backup)
    // As a power cut leaves it between the two renames.
    let files = FileManager.default
    try files.moveItem(
      atPath: directory.data + "/library.sqlite", toPath: directory.data + "/restoring.sqlite")
    for command in [["serve", "--port", "0"], ["device", "add", "Other"], ["check"]] {
      let result = try await DogearProcess.run(command + ["--data", directory.data])
      #expect(result.status == 1)
      #expect(result.errors.contains("cut short"))
    }
    #expect(try await directory.run("restore", backup).status == 0)
    #expect(try await directory.run("device", "list").output.contains("Phone"))
  }

  @Test func `what a restore left that was cut short before it changed anything is taken away`()
    async throws
  {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Phone")
    // As a power cut leaves it while the backup is looked through, and before the two renames.
    let left = ["incoming.sqlite", "incoming.sqlite-wal", "restoring.sqlite"]
    for name in left {
      let file = directory.data + "/" + name
      try FileManager.default.copyItem(atPath: directory.data + "/library.sqlite", toPath: file)
    }
    #expect(try await directory.run("device", "list").output.contains("Phone"))
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.data)
    #expect(Set(names).isDisjoint(with: left))
  }
}
