import Library
import Server
import ServerTesting
import Store
import Testing

/// Pictures of covers, as devices put them up and get them.
struct BlobRouteTests {
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 20_000)

  private func withServer(_ body: (TestServer, String) async throws -> Void) async throws {
    let server = try TestServer()
    try await body(server, try server.addDevice())
    await server.stop()
  }

  private func put(
    _ server: TestServer, _ bytes: [UInt8], as id: String? = nil, token: String,
    _ fields: [String: String] = [:]
  ) async throws -> TestResponse {
    try await TestHTTP.request(
      server.port, "PUT", "/v1/blobs/\(id ?? BlobName.of(bytes))",
      fields.merging(["Authorization": "Bearer \(token)"]) { $1 }, body: bytes)
  }

  @Test func `what one device puts up another gets, and may keep for good`() async throws {
    try await withServer { server, token in
      let id = BlobName.of(Self.jpeg)
      let added = try await put(server, Self.jpeg, token: token)
      #expect(added.status == 201, "\(added.text)")
      #expect(
        added.json["blob"] == [
          "id": .string(id), "type": "image/jpeg", "size": .int(Self.jpeg.count),
        ])
      #expect(try await put(server, Self.jpeg, token: token).status == 200)
      let other = try server.addDevice()
      let got = try await server.request("GET", "/v1/blobs/\(id)", token: other)
      #expect(got.status == 200)
      #expect(got.body == Self.jpeg)
      #expect(got.fields["content-type"] == "image/jpeg")
      #expect(got.fields["cache-control"] == "private, max-age=31536000, immutable")
      #expect(got.fields["etag"] == "\"\(id)\"")
      let head = try await server.request("HEAD", "/v1/blobs/\(id)", token: other)
      #expect((head.status, head.fields["content-length"]) == (200, "\(Self.jpeg.count)"))
      let known = try await server.request(
        "GET", "/v1/blobs/\(id)", ["If-None-Match": "\"\(id)\""], token: other)
      #expect((known.status, known.body) == (304, []))
    }
  }

  @Test func `a picture that is opened as a page is none, and runs nothing`() async throws {
    try await withServer { server, token in
      // Whatever its sender says of it.
      let script = Self.jpeg + Array("<script>alert(1)</script>".utf8)
      let put = try await put(server, script, token: token, ["Content-Type": "text/html"])
      #expect(put.status == 201)
      let got = try await server.request("GET", "/v1/blobs/\(BlobName.of(script))", token: token)
      #expect(got.fields["content-type"] == "image/jpeg")
      #expect(got.fields["x-content-type-options"] == "nosniff")
      #expect(got.fields["content-security-policy"] == "default-src 'none'; sandbox")
      #expect(got.fields["cross-origin-resource-policy"] == "same-origin")
    }
  }

  @Test func `what is no picture is refused, and so is what its name does not say`() async throws {
    try await withServer { server, token in
      let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
      let drawn = try await put(server, svg, token: token)
      #expect(drawn.status == 415)
      #expect(drawn.json["error"]?["code"] == "notPicture")
      let other = String(repeating: "0", count: 64)
      let misnamed = try await put(server, Self.jpeg, as: other, token: token)
      #expect(misnamed.status == 400)
      #expect(misnamed.json["error"]?["code"] == "misnamed")
      #expect(misnamed.json["error"]?["message"]?.string?.contains(BlobName.of(Self.jpeg)) == true)
      for id in [other, BlobName.of(svg)] {
        let none = try await server.request("GET", "/v1/blobs/\(id)", token: token)
        #expect(none.status == 404)
        #expect(none.json["error"]?["code"] == "noSuchBlob")
      }
    }
  }

  @Test func `a picture has so many bytes and no more`() async throws {
    try await withServer { server, token in
      let rest = Server.Limits.blobByteCountMax - Self.jpeg.count
      let longest = Self.jpeg + Array(repeating: 0, count: rest)
      #expect(try await put(server, longest, token: token).status == 201)
      let longer = try await put(server, longest + [0], token: token)
      #expect(longer.status == 413)
    }
  }

  @Test func `nobody else puts any up, or gets one`() async throws {
    try await withServer { server, token in
      let id = BlobName.of(Self.jpeg)
      let stranger = String(repeating: "A", count: 43)
      #expect(try await put(server, Self.jpeg, token: stranger).status == 401)
      #expect(try await put(server, Self.jpeg, token: token).status == 201)
      for method in ["GET", "HEAD"] {
        #expect(try await server.request(method, "/v1/blobs/\(id)").status == 401)
      }
      let page = try await put(server, Self.jpeg, token: token, ["Origin": "https://evil.example"])
      #expect(page.status == 403)
    }
  }

  @Test func `a picture that is not what it is called after is not served`() async throws {
    let server = try TestServer()
    let token = try server.addDevice()
    await server.stop()
    let store = try SQLiteStore(path: server.data.path + "/data/library.sqlite")
    let library = try #require(try store.libraries(of: try store.accounts()[0].id).first)
    let (id, changed) = (BlobName.of(Self.jpeg), Self.jpeg + [0])
    _ = try store.keep(changed, as: id, of: library.id, countMax: .max, byteCountMax: .max)
    try store.close()
    let next = try TestServer(data: server.data, clock: server.clock)
    #expect(try await next.request("GET", "/v1/blobs/\(id)", token: token).status == 500)
    // Who has it puts it up again.
    #expect(try await put(next, Self.jpeg, token: token).status == 200)
    #expect(try await next.request("GET", "/v1/blobs/\(id)", token: token).body == Self.jpeg)
    await next.stop()
  }
}
