import Foundation
import Library
import ServerTesting
import Testing

/// Codes and tokens are nowhere but with whom they are for: not in a log at its loudest, and not in the
/// data directory.
struct SecretTests {
  @Test func `pairing, using and revoking leaves no secret in any log or file`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let log = directory.folder.path + "/server.log"
    let (process, port) = try await DogearProcess.serve(
      data: directory.data, environment: ["DOGEAR_LOG_LEVEL": "trace"], log: log)
    let link = try await process.line(containing: "/pair#")
    let code = String(link.split(separator: "#")[1])
    let spoken = ["name": "Visitor", "code": JSONValue.string(code)] as JSONValue
    let paired = try await TestHTTP.request(
      port, "POST", "/v1/pair?title=SECRET-BOOK", body: spoken.canonicalBytes)
    let token = try #require(paired.json["token"]?.string)
    let id = try #require(paired.json["device"]?["id"]?.string)
    let added = try await directory.run("device", "add", "Program").output.dropLast()
    let secrets = [code, code.replacing("-", with: ""), token, String(added), "SECRET-BOOK"]

    for fields in [["Authorization": "Bearer \(token)"], ["Cookie": "dogear=\(token)"]] {
      #expect(try await TestHTTP.request(port, "GET", "/v1/session", fields).status == 200)
    }
    let client = try await TestClient(port: port, token: token)
    _ = try await client.pushed([TestClient.book("b1", title: "SECRET-BOOK", n: 1)])
    _ = try await TestHTTP.request(port, "POST", "/v1/pair", body: spoken.canonicalBytes)
    _ = try await TestHTTP.request(
      port, "DELETE", "/v1/devices/\(id)", ["Authorization": "Bearer \(token)"])
    _ = try await TestHTTP.request(
      port, "GET", "/v1/session?token=\(token)", ["Authorization": "Bearer \(token)"])
    // Where nothing is, and somebody may have put what belongs behind an address.
    for place in ["/\(code)", "/v1/\(token)", "/\(token)/more", "/pair%2F\(code)"] {
      for method in ["GET", "POST", "OPTIONS", "BREW"] {
        _ = try await TestHTTP.request(port, method, place)
      }
    }
    process.send(SIGTERM)
    let result = await process.result()
    #expect(result.status == 0)
    #expect(result.errors.contains("Paired a device."))
    #expect(result.errors.contains("path=/v1/session"))
    for secret in secrets {
      #expect(!result.errors.contains(secret))
    }
    // The link is for whoever started the server; nothing else is said.
    #expect(!result.output.contains(token))
    try expectNone(of: [code, code.replacing("-", with: ""), token, String(added)], in: directory)
  }

  @Test func `what is kept is its owner's alone`() async throws {
    let directory = try await DataDirectoryCase(withServer: true)
    _ = try await directory.run("backup", directory.data + "/copy.sqlite")
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.data)
    #expect(names.contains("control.sock") && names.contains("copy.sqlite"))
    for path in [directory.data] + names.map({ directory.data + "/" + $0 }) {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let mode = try #require(attributes[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0, "\(path)")
    }
    await directory.end()
  }

  /// Looks through every file of the data directory.
  private func expectNone(of secrets: [String], in directory: DataDirectoryCase) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.data)
    #expect(names.contains("library.sqlite"))
    for name in names {
      guard let data = FileManager.default.contents(atPath: directory.data + "/" + name) else {
        continue
      }
      for secret in secrets {
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
  }
}
