import Library
import ServerTesting
import Testing

/// What a browser loads before it is paired.
struct PageTests {
  static let page = "<!doctype html><title>Dogear</title>"
  static let script = "export const text = \"" + String(repeating: "dog ear ", count: 500) + "\";"

  func withServer(_ body: (TestServer) async throws -> Void) async throws {
    let server = try TestServer(web: ["index.html": Self.page, "library/merge.js": Self.script])
    try await body(server)
    await server.stop()
  }

  @Test(arguments: [
    "/", "/pair", "/library", "/library/all/book/b1", "/library/author/J.%20R.%20R.", "/search",
    "/library/author/Node.js", "/library/author/A%2F", "/library/author/A%2F%2FB",
    "/feed", "/settings/devices", "/library?q=dune",
  ])
  func `every address of the client shows its page`(path: String) async throws {
    try await withServer { server in
      let response = try await server.request("GET", path)
      #expect(response.status == 200)
      #expect(response.text == Self.page)
      #expect(response.fields["content-type"] == "text/html; charset=utf-8")
    }
  }

  @Test func `a page may run no script but the server's own, and be shown in no frame`()
    async throws
  {
    try await withServer { server in
      let fields = try await server.request("GET", "/").fields
      let policy = try #require(fields["content-security-policy"])
      #expect(policy.contains("default-src 'self'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(fields["x-content-type-options"] == "nosniff")
      #expect(fields["referrer-policy"] == "no-referrer")
    }
  }

  @Test func `a module is served, compressed for who can read it`() async throws {
    try await withServer { server in
      let plain = try await server.request("GET", "/library/merge.js")
      #expect(plain.text == Self.script)
      #expect(plain.fields["content-type"] == "text/javascript; charset=utf-8")
      #expect(plain.fields["content-encoding"] == nil)
      #expect(plain.fields["vary"] == "Accept-Encoding")
      var tags = [plain.fields["etag"]]
      for (accepted, coding) in [
        ("gzip, deflate, br, zstd", "br"), ("gzip, deflate", "gzip"), ("br;q=0, gzip", "gzip"),
        ("*", "br"),
      ] {
        let packed = try await server.request(
          "GET", "/library/merge.js", ["Accept-Encoding": accepted])
        #expect(packed.fields["content-encoding"] == coding)
        #expect(packed.body.count < plain.body.count / 4)
        tags.append(packed.fields["etag"])
      }
      #expect(Set(tags).count == 3)
    }
  }

  @Test func `a copy that is still good is not sent again`() async throws {
    try await withServer { server in
      let first = try await server.request("GET", "/library/merge.js")
      #expect(first.fields["cache-control"] == "no-cache")
      let tag = try #require(first.fields["etag"])
      let second = try await server.request("GET", "/library/merge.js", ["If-None-Match": tag])
      #expect(second.status == 304)
      #expect(second.body.isEmpty)
      #expect(second.fields["etag"] == tag)
      try server.data.write("export {};", to: "Web/library/merge.js")
      let third = try await server.request("GET", "/library/merge.js", ["If-None-Match": tag])
      #expect(third.status == 200)
      #expect(third.text == "export {};")
    }
  }

  @Test func `HEAD tells what GET would, without the body`() async throws {
    try await withServer { server in
      let response = try await server.request("HEAD", "/library/merge.js")
      #expect(response.status == 200)
      #expect(response.fields["content-length"] == String(Self.script.utf8.count))
    }
  }

  @Test(arguments: [
    "/../data/library.sqlite", "/%2e%2e/data/library.sqlite", "/..%2fdata%2flibrary.sqlite",
    "/library/../../data/lock", "/%2fetc/passwd", "//etc/passwd", "/library/merge.js%00.css",
    "/nothing.js", "/v1", "/v1/", "/v1/nothing", "/control/list-devices", "/%ff", "/%",
  ])
  func `no other path leads to a file`(path: String) async throws {
    try await withServer { server in
      let response = try await server.request("GET", path)
      #expect(response.status == 404)
      #expect(response.json["error"]?["message"]?.string != nil)
    }
  }

  @Test func `a wrong method is told the right ones`() async throws {
    try await withServer { server in
      let response = try await server.request("POST", "/")
      #expect(response.status == 405)
      #expect(response.fields["allow"] == "GET, HEAD, OPTIONS")
      let pair = try await server.request("GET", "/v1/pair")
      #expect(pair.status == 405)
      #expect(pair.fields["allow"] == "OPTIONS, POST")
    }
  }

  @Test func `the server says that it is well`() async throws {
    try await withServer { server in
      let response = try await server.request("GET", "/healthz")
      #expect(response.status == 200)
      #expect(response.json["status"] == "ok")
    }
  }
}
