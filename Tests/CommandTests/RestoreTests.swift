import Foundation
import Library
import Replica
import ServerTesting
import Testing

/// A server that was set back to an older backup, under devices that went on: what they still keep
/// comes back, once, and nobody's edit is mixed up with another's (SYNC §3, *Resume*).
struct RestoreTests {
  let directory: DataDirectoryCase
  let book = EntityKey(kind: "book", id: "shared")

  init() async throws {
    directory = try await DataDirectoryCase(withServer: false)
  }

  func token(_ name: String) async throws -> String {
    String(try await directory.run("device", "add", name).output.dropLast())
  }

  func make(_ id: String) -> Change {
    Change(EntityKey(kind: "book", id: id), life: .create, set: ["title": .string(id)])
  }

  func stop(_ process: DogearProcess, _ replicas: TestReplica...) async {
    for replica in replicas { await replica.stop() }
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  @Test func `devices bring back what an older backup lacks`() async throws {
    let tokens = (laptop: try await token("Laptop"), phone: try await token("Phone"))
    let backup = directory.folder.path + "/old.sqlite"
    let (first, port) = try await DogearProcess.serve(data: directory.data)
    let laptop = await TestReplica(port: port, token: tokens.laptop, incarnation: "laptop")
    let phone = await TestReplica(port: port, token: tokens.phone, incarnation: "phone")
    await laptop.edit(make("shared"))
    await laptop.settle(at: 1)
    await phone.settle(at: 1)
    #expect(try await directory.run("backup", backup).status == 0)
    // After the backup: edits of both, which the server acks and both have.
    await laptop.edit(make("l1"))
    await phone.edit(make("p1"), Change(book, set: ["rating": 450]))
    await laptop.settle(at: 3)
    await phone.settle(at: 3)
    // And one that the server never hears of in its first life.
    await phone.network(isUp: false)
    await phone.edit(Change(book, set: ["title": "By the phone, away"]))
    await phone.until { $0.waiting.count == 1 }
    let disks = (laptop: await laptop.disk, phone: await phone.disk)
    await stop(first, laptop, phone)

    #expect(try await directory.run("restore", backup).status == 0)
    let (second, newPort) = try await DogearProcess.serve(data: directory.data)
    let reader = try await TestClient(port: newPort, token: tokens.laptop, incarnation: "reader")
    #expect(reader.welcome["library"]?["head"] == 1)
    let back = await TestReplica(
      port: newPort, token: tokens.laptop, incarnation: "laptop2", disk: disks.laptop,
      reconnects: true)
    let away = await TestReplica(
      port: newPort, token: tokens.phone, incarnation: "phone2", disk: disks.phone,
      reconnects: true)
    await back.settle(at: 4)
    await away.settle(at: 4)
    #expect(await back.text == away.text)
    #expect(Set(await back.list("book").map(\.entity.id)) == ["shared", "l1", "p1"])
    #expect(await back.shown("book", "shared")?.fields["rating"] == 450)
    #expect(await back.shown("book", "shared")?.fields["title"] == "By the phone, away")
    // Nobody else wrote to what they wrote to, so nothing was concurrent.
    #expect(await back.list("conflict").isEmpty)
    await stop(second, back, away)
    #expect(try await directory.run("check").status == 0)
  }

  @Test func `who wrote after a wrong backup was restored had seen what the right one holds too`()
    async throws
  {
    let tokens = (laptop: try await token("Laptop"), phone: try await token("Phone"))
    let backups = ["wrong", "right"].map { directory.folder.path + "/\($0).sqlite" }
    let (first, port) = try await DogearProcess.serve(data: directory.data)
    let laptop = await TestReplica(port: port, token: tokens.laptop, incarnation: "laptop")
    for (index, backup) in backups.enumerated() {
      await laptop.edit(make(["shared", "later"][index]))
      await laptop.settle(at: index + 1)
      #expect(try await directory.run("backup", backup).status == 0)
    }
    await stop(first, laptop)

    #expect(try await directory.run("restore", backups[0]).status == 0)
    let (second, secondPort) = try await DogearProcess.serve(data: directory.data)
    let phone = await TestReplica(port: secondPort, token: tokens.phone, incarnation: "phone")
    await phone.settle(at: 1)
    await phone.edit(Change(book, set: ["title": "By the phone"]))
    await phone.settle(at: 2)
    let disk = await phone.disk
    await stop(second, phone)

    #expect(try await directory.run("restore", backups[1]).status == 0)
    let (third, thirdPort) = try await DogearProcess.serve(data: directory.data)
    let back = await TestReplica(
      port: thirdPort, token: tokens.phone, incarnation: "phone2", disk: disk, reconnects: true)
    await back.settle(at: 3)
    #expect(await back.shown("book", "shared")?.fields["title"] == "By the phone")
    #expect(await back.list("conflict").isEmpty)
    await stop(third, back)
    #expect(try await directory.run("check").status == 0)
  }

  @Test func `a device set back to an older copy of itself, and a copied one, lose no edit`()
    async throws
  {
    let tokens = (tablet: try await token("Tablet"), phone: try await token("Phone"))
    let backup = directory.folder.path + "/old.sqlite"
    let (first, port) = try await DogearProcess.serve(data: directory.data)
    let tablet = await TestReplica(port: port, token: tokens.tablet, incarnation: "tablet")
    await tablet.edit(make("shared"))
    await tablet.settle(at: 1)
    let olderTablet = await tablet.disk
    await tablet.edit(make("t1"))
    await tablet.settle(at: 2)
    let phone = await TestReplica(port: port, token: tokens.phone, incarnation: "phone")
    await phone.settle(at: 2)
    #expect(try await directory.run("backup", backup).status == 0)
    await phone.edit(make("p1"))
    await phone.settle(at: 3)
    let phoneDisk = await phone.disk
    await stop(first, tablet, phone)

    #expect(try await directory.run("restore", backup).status == 0)
    let (second, newPort) = try await DogearProcess.serve(data: directory.data)
    func come(_ name: String, _ token: String, _ disk: Stored?) async -> TestReplica {
      await TestReplica(
        port: newPort, token: token, incarnation: name, disk: disk, reconnects: true)
    }
    // The tablet no longer knows of its last edit; the phone exists twice.
    let replicas = [
      await come("tablet2", tokens.tablet, olderTablet),
      await come("phone2", tokens.phone, phoneDisk), await come("phone3", tokens.phone, phoneDisk),
    ]
    for (number, replica) in replicas.enumerated() { await replica.edit(make("new\(number)")) }
    for replica in replicas { await replica.settle(at: 6) }
    let texts = await [replicas[0].text, replicas[1].text, replicas[2].text]
    #expect(Set(texts).count == 1)
    #expect(
      Set(await replicas[0].list("book").map(\.entity.id))
        == ["shared", "t1", "p1", "new0", "new1", "new2"])
    for replica in replicas { #expect(await replica.problemCount == 0) }
    let reader = try await TestClient(port: newPort, token: tokens.phone, incarnation: "reader")
    // Each edit took one place in the order, whoever sent it how often.
    #expect(reader.welcome["library"]?["head"] == 6)
    reader.socket.connection.disconnect()
    await stop(second, replicas[0], replicas[1], replicas[2])
    #expect(try await directory.run("check").status == 0)
  }

  @Test func `right after an update a restore still knows who lost access, and who was paired`()
    async throws
  {
    _ = try await token("Laptop")
    let line = try await directory.run("device", "list").output.split(separator: "\t")
    let id = try #require(line.first)
    let backup = directory.folder.path + "/old.sqlite"
    #expect(try await directory.run("backup", backup).status == 0)
    #expect(try await directory.run("device", "revoke", String(id)).status == 0)
    _ = try await token("Phone")
    try makeOlder(directory.data + "/library.sqlite")

    let result = try await directory.run("restore", backup)
    #expect(result.status == 0)
    #expect(result.output.contains("Without access, as before: Laptop."), "\(result.output)")
    #expect(result.output.contains("so to be paired again: Phone."))
    #expect(!result.output.contains("can be read"))
    #expect(try await directory.run("device", "list").output.contains("Laptop\trevoked "))
  }

  /// Has a database say that the schema before this one was the last that it was brought to.
  private func makeOlder(_ path: String) throws {
    // The version is a big-endian number at byte 60 (SQLite, Database File Format, §1.3).
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.seek(toOffset: 63)
    let version = try #require(try file.read(upToCount: 1)?.first)
    try file.seek(toOffset: 63)
    try file.write(contentsOf: [version - 1])
  }
}
