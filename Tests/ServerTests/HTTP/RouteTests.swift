import HTTPTypes
import Server
import Testing

struct RouteTests {
  func route(_ method: HTTPRequest.Method, _ path: String?) -> Route {
    Route(HTTPRequest(method: method, scheme: nil, authority: "x", path: path))
  }

  @Test func `an import says whether it is a rehearsal`() {
    #expect(
      route(.post, "/v1/import?name=a%20b.csv&dry=1") == .call(.importFile(dry: "1", answers: nil))
    )
    #expect(route(.post, "/v1/import") == .call(.importFile(dry: nil, answers: nil)))
  }

  @Test func `a module below a place's name is a file`() {
    #expect(route(.get, "/library/merge.js") == .file(.part("library/merge.js")))
    #expect(route(.get, "/library/all") == .file(.page))
    #expect(route(.get, "/library/author/J.%20R.%20R.%20Tolkien") == .file(.page))
  }

  @Test func `a path of the client has no empty or dotted part`() {
    #expect(route(.get, "//") == .file(.part("/")))
    #expect(route(.get, "/library//all") == .file(.part("library//all")))
    #expect(route(.get, "/library/../all") == .file(.part("library/../all")))
  }

  @Test func `no path is no route`() {
    #expect(route(.get, nil) == .unknown)
  }

  @Test func `a device is named by its address`() {
    #expect(route(.patch, "/v1/devices/A1") == .call(.renameDevice(id: "A1")))
    #expect(route(.delete, "/v1/devices/A1") == .call(.revokeDevice(id: "A1")))
    #expect(route(.get, "/v1/devices/A1") == .wrongMethod(allowed: "DELETE, OPTIONS, PATCH"))
    for path in ["/v1/devices/", "/v1/devices/a/b", "/v1/devices/%00", "/v1/devices/A1/"] {
      #expect(route(.delete, path) == .unknown)
    }
  }

  @Test func `a picture is named by its address`() {
    #expect(route(.put, "/v1/blobs/0a") == .call(.keepBlob(id: "0a")))
    #expect(route(.get, "/v1/blobs/0a") == .call(.blob(id: "0a")))
    #expect(route(.delete, "/v1/blobs/0a") == .wrongMethod(allowed: "GET, HEAD, OPTIONS, PUT"))
    #expect(route(.get, "/v1/blobs/") == .unknown)
  }

  @Test func `a known address with another method says which it has`() {
    #expect(route(.delete, "/v1/starter") == .wrongMethod(allowed: "GET, HEAD, OPTIONS, POST"))
    #expect(route(.put, "/") == .wrongMethod(allowed: "GET, HEAD, OPTIONS"))
  }

  @Test func `OPTIONS says which methods an address has, and the server`() {
    #expect(route(.options, "/") == .options(allowed: "GET, HEAD, OPTIONS"))
    #expect(route(.options, "/v1/pair") == .options(allowed: "OPTIONS, POST"))
    #expect(
      route(.options, "*") == .options(allowed: "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"))
    #expect(route(.options, "/v1/nothing") == .unknown)
  }

  @Test func `a method that nobody knows is told from one that an address has not`() throws {
    let brew = try #require(HTTPRequest.Method("BREW"))
    #expect(route(brew, "/") == .unknownMethod)
    #expect(route(try #require(HTTPRequest.Method("get")), "/") == .unknownMethod)
    #expect(route(.trace, "/") == .wrongMethod(allowed: "GET, HEAD, OPTIONS"))
  }

  @Test func `whatever can be got can be asked about, but for the socket`() {
    for path in [
      "/", "/healthz", "/v1/session", "/v1/devices", "/v1/export", "/v1/catalog", "/v1/blobs/0a",
    ] {
      #expect(route(.head, path) == route(.get, path))
    }
    #expect(route(.head, "/v1/socket") == .wrongMethod(allowed: "GET, OPTIONS"))
  }
}
