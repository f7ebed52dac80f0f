import Library
import ServerTesting
import Testing

/// Two whole clients and a server, over real sockets.
struct TwoReplicaTests {
  let server: TestServer
  let laptop: TestReplica
  let phone: TestReplica
  let book = EntityKey(kind: "book", id: "b1")

  init() async throws {
    server = try TestServer()
    laptop = await TestReplica(
      port: server.port, token: try server.addDevice("Laptop"), incarnation: "laptop")
    phone = await TestReplica(
      port: server.port, token: try server.addDevice("Phone"), incarnation: "phone")
    await laptop.edit(Change(book, life: .create, set: ["title": "Dune"]))
    await laptop.settle(at: 1)
    await phone.settle(at: 1)
  }

  /// Both hold the same, and the same as each other.
  func expectSame(at head: Int) async {
    await laptop.settle(at: head)
    await phone.settle(at: head)
    #expect(await laptop.text == phone.text)
  }

  @Test func `an edit on one shows on the other`() async throws {
    #expect(await phone.shown("book", "b1")?.fields["title"] == "Dune")
    await phone.edit(Change(book, set: ["rating": 450]))
    await expectSame(at: 2)
    #expect(await laptop.shown("book", "b1")?.fields["rating"] == 450)
    await server.stop()
  }

  @Test func `edits made on both sides without a network all arrive`() async throws {
    await laptop.network(isUp: false)
    await phone.network(isUp: false)
    await laptop.edit(Change(book, set: ["publisher": "Chilton"]))
    await laptop.edit(
      Change(EntityKey(kind: "book", id: "b2"), life: .create, set: ["title": "Emma"]))
    await phone.edit(Change(book, add: ["tags": ["sand": .null]]))
    // Each sees its own at once, and not the other's.
    #expect(await laptop.shown("book", "b1")?.fields["publisher"] == "Chilton")
    #expect(await phone.shown("book", "b1")?.fields["publisher"] == nil)
    await laptop.network(isUp: true)
    await phone.network(isUp: true)
    await expectSame(at: 4)
    let fields = await phone.shown("book", "b1")?.fields
    #expect(fields?["publisher"] == "Chilton")
    #expect(fields?["tags"]?["sand"] != nil)
    #expect(await phone.shown("book", "b2")?.fields["title"] == "Emma")
    #expect(await phone.list("conflict").isEmpty)
    await server.stop()
  }

  @Test func `the same field edited on both sides shows both versions until one is kept`()
    async throws
  {
    await phone.network(isUp: false)
    await phone.edit(Change(book, set: ["title": "Dune (phone)"]))
    await laptop.edit(Change(book, set: ["title": "Dune (laptop)"]))
    await laptop.settle(at: 2)
    await phone.network(isUp: true)
    await expectSame(at: 3)
    let conflict = try #require(await laptop.list("conflict").first)
    let title = await laptop.shown("book", "b1")?.fields["title"]
    let values = ["kept", "lost"].map { conflict.fields[$0]?["value"]?.string }
    #expect(values.first == title?.string)
    #expect(Set(values) == ["Dune (phone)", "Dune (laptop)"])
    // “Keep that” sets the other value and puts the card away, in one edit.
    await laptop.edit(
      Change(book, set: ["title": conflict.fields["lost"]?["value"] ?? .null]),
      Change(conflict.entity, life: .delete))
    await expectSame(at: 4)
    #expect(await phone.list("conflict").isEmpty)
    #expect(await phone.shown("book", "b1")?.fields["title"]?.string == values.last)
    await server.stop()
  }

  @Test func `a book deleted here and edited there lives, and says so`() async throws {
    await phone.network(isUp: false)
    await phone.edit(Change(book, life: .delete))
    await laptop.edit(Change(book, set: ["rating": 500]))
    await laptop.settle(at: 2)
    await phone.network(isUp: true)
    await expectSame(at: 3)
    let view = try #require(await phone.shown("book", "b1"))
    #expect(!view.isDeleted)
    #expect(view.fields["rating"] == 500)
    #expect(view.fields["revived"]?["deleted"] != nil)
    await server.stop()
  }
}
