import Server
import ServerTesting
import Testing

/// Parts, conditions and refusals, as a client meets them on the wire (RFC 9110 §13 to §15).
struct RangeTests {
  static let script = "export const text = \"" + String(repeating: "dog ear ", count: 500) + "\";"

  func withServer(_ body: (TestServer) async throws -> Void) async throws {
    let server = try TestServer(web: ["index.html": "<!doctype html>", "a.js": Self.script])
    try await body(server)
    await server.stop()
  }

  @Test func `a part of a file is sent as one, plain or compressed`() async throws {
    try await withServer { server in
      for fields in [[:], ["Accept-Encoding": "gzip"]] {
        let whole = try await server.request("GET", "/a.js", fields)
        #expect(whole.fields["accept-ranges"] == "bytes")
        let part = try await server.request(
          "GET", "/a.js", fields.merging(["Range": "bytes=7-11"]) { $1 })
        #expect(part.status == 206)
        #expect(part.body == Array(whole.body[7...11]))
        #expect(part.fields["content-range"] == "bytes 7-11/\(whole.body.count)")
        #expect(part.fields["content-length"] == "5")
        #expect(part.fields["etag"] == whole.fields["etag"])
        #expect(part.fields["content-encoding"] == whole.fields["content-encoding"])
      }
    }
  }

  @Test func `a part as large as many files is the whole file`() async throws {
    let large = String(repeating: "x", count: Limits.rangeByteCountMax + 2)
    let server = try TestServer(web: ["index.html": "<!doctype html>", "a.js": large])
    let bound = Limits.rangeByteCountMax
    let part = try await server.request("GET", "/a.js", ["Range": "bytes=1-\(bound)"])
    #expect((part.status, part.body.count) == (206, bound))
    let whole = try await server.request("GET", "/a.js", ["Range": "bytes=1-"])
    #expect((whole.status, whole.text) == (200, large))
    #expect(whole.fields["content-range"] == nil)
    await server.stop()
  }

  @Test func `a part that is not there is refused with the length`() async throws {
    try await withServer { server in
      let response = try await server.request("GET", "/a.js", ["Range": "bytes=99999-"])
      #expect(response.status == 416)
      #expect(response.fields["content-range"] == "bytes */\(Self.script.utf8.count)")
    }
  }

  @Test func `who has another file gets all of this one`() async throws {
    try await withServer { server in
      let fields = ["Range": "bytes=0-1", "If-Range": "\"other\""]
      let response = try await server.request("GET", "/a.js", fields)
      #expect(response.status == 200)
      #expect(response.text == Self.script)
    }
  }

  @Test func `who wants only what it has is told of a change`() async throws {
    try await withServer { server in
      let tag = try #require(try await server.request("GET", "/a.js").fields["etag"])
      #expect(try await server.request("GET", "/a.js", ["If-Match": tag]).status == 200)
      #expect(try await server.request("GET", "/a.js", ["If-Match": "*"]).status == 200)
      let other = try await server.request("GET", "/a.js", ["If-Match": "\"b\", W/\(tag)"])
      #expect(other.status == 412)
      // A copy that is still good is told so whether or not a part was asked for.
      let good = try await server.request(
        "GET", "/a.js", ["If-None-Match": tag, "Range": "bytes=0-1"])
      #expect(good.status == 304)
    }
  }

  @Test func `OPTIONS, an unknown method and a missing length have their own answers`() async throws
  {
    try await withServer { server in
      let bare = "POST /v1/pair HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
      let connection = try await TestConnection(port: server.port, sending: Array(bare.utf8))
      #expect(try await TestHTTP.response(on: connection).status == 411)
      connection.disconnect()
      let options = try await server.request("OPTIONS", "/v1/devices/A1")
      #expect(options.status == 204)
      #expect(options.fields["allow"] == "DELETE, OPTIONS, PATCH")
      #expect(options.fields["access-control-allow-origin"] == nil)
      #expect(try await server.request("OPTIONS", "*").status == 204)
      #expect(try await server.request("BREW", "/").status == 501)
      #expect(try await server.request("HEAD", "/healthz").status == 200)
    }
  }
}
