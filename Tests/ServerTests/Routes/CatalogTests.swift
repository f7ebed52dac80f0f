import Catalog
import Library
import ServerTesting
import Testing

struct CatalogTests {
  let server: TestServer
  let token: String

  init() throws {
    server = try TestServer()
    token = try server.addDevice("Laptop")
  }

  func ask(
    _ path: String, _ method: String = "GET", _ fields: [String: String] = [:]
  ) async throws -> TestResponse {
    let authorized = fields.merging(["Authorization": "Bearer \(token)"]) { $1 }
    return try await server.request(method, path, authorized)
  }

  @Test func `the catalogue is shown twenty books at a time, in an order that stays`() async throws
  {
    let first = try await ask("/v1/catalog?seed=f1")
    #expect(first.status == 200)
    #expect(first.json["page"] == 1 && first.json["more"] == true)
    #expect(first.json["total"]?.int == StarterLibrary.books.count)
    let second = try await ask("/v1/catalog?seed=f1&page=2")
    let ids = [first, second].flatMap { $0.json["items"]?.array ?? [] }.compactMap {
      $0["id"]?.string
    }
    #expect(Set(ids).count == 40)
    #expect(try await ask("/v1/catalog?seed=f1&page=1").body == first.body)
    let plain = try await ask("/v1/catalog")
    #expect(plain.json["items"]?.array?.first?["id"] == "pride-and-prejudice")
    let beyond = try await ask("/v1/catalog?page=10000")
    #expect(beyond.status == 200)
    #expect(beyond.json["items"] == [] && beyond.json["more"] == false)
    await server.stop()
  }

  @Test func `a book is told with what it becomes in a library`() async throws {
    let response = try await ask("/v1/catalog/emma")
    #expect(response.status == 200)
    #expect(response.json["id"] == "emma" && response.json["book"] == "starter-emma")
    #expect(response.json["fields"]?["title"] == "Emma")
    #expect(response.json["isbns"] == ["9780141439587"])
    let found = try await ask("/v1/catalog/search?q=EMMA")
    #expect(found.json["items"]?.array?.first == response.json)
    let none = try await ask("/v1/catalog/starter-emma")
    #expect(none.status == 404)
    #expect(none.json["error"]?["code"] == "noSuchBook")
    await server.stop()
  }

  @Test(arguments: ["/v1/catalog?seed=f1", "/v1/catalog/search?q=bront%C3%AB", "/v1/catalog/emma"])
  func `a copy that is still good is not sent again`(path: String) async throws {
    let first = try await ask(path)
    let tag = try #require(first.fields["etag"])
    #expect(first.fields["content-type"] == "application/json; charset=utf-8")
    let again = try await ask(path, "GET", ["If-None-Match": tag])
    #expect(again.status == 304 && again.body.isEmpty)
    let head = try await ask(path, "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.fields["etag"] == tag)
    #expect(head.fields["content-length"] == String(first.body.count))
    #expect(try await ask(path, "POST").status == 405)
    await server.stop()
  }

  @Test(arguments: [
    "/v1/catalog?page=0", "/v1/catalog?page=-1", "/v1/catalog?page=x", "/v1/catalog?page=1.5",
    "/v1/catalog?page=10001", "/v1/catalog?page=99999999999999999999", "/v1/catalog?page=",
    "/v1/catalog?seed=", "/v1/catalog?seed=" + String(repeating: "s", count: 65),
    "/v1/catalog/search", "/v1/catalog/search?q=", "/v1/catalog/search?q=emma&page=none",
    "/v1/catalog/search?q=" + String(repeating: "q", count: 201),
  ])
  func `a question that is none is refused in a sentence`(path: String) async throws {
    let response = try await ask(path)
    #expect(response.status == 400)
    #expect(response.json["error"]?["code"] == "malformed")
    #expect(response.json["error"]?["message"]?.string?.hasSuffix(".") == true)
    await server.stop()
  }

  @Test(arguments: ["/v1/catalog/", "/v1/catalog/a/b", "/v1/catalog/%00", "/v1/catalog/emma/"])
  func `an address that names no book is none`(path: String) async throws {
    #expect(try await ask(path).status == 404)
    await server.stop()
  }
}
