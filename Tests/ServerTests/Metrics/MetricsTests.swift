import Foundation
import HTTPTypes
import Library
import Server
import ServerTesting
import Testing
import Transport

struct MetricsTests {
  @Test func `a histogram's buckets count everything up to their bound`() {
    let metrics = Metrics(start: 5_000)
    for value in [0.5, 1, 1.5, 4, 5_000] { metrics.commitPushes.observe(value) }
    let lines = metrics.text.split(separator: "\n").map(String.init)
    for line in [
      "# TYPE dogear_commit_pushes histogram",
      #"dogear_commit_pushes_bucket{le="1.0"} 2"#, #"dogear_commit_pushes_bucket{le="2.0"} 3"#,
      #"dogear_commit_pushes_bucket{le="4.0"} 4"#, #"dogear_commit_pushes_bucket{le="1024.0"} 4"#,
      #"dogear_commit_pushes_bucket{le="+Inf"} 5"#, "dogear_commit_pushes_sum 5007.0",
      "dogear_commit_pushes_count 5", "process_start_time_seconds 5",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test func `every line is a comment or a sample of a family that was told`() throws {
    let sample = /(?<name>[a-z_]+)(\{[a-z]+="[^"]*"\})? -?[0-9.e+-]+/
    var families: Set<Substring> = []
    for line in Metrics(start: 0).text.split(separator: "\n") {
      if line.hasPrefix("# TYPE ") { families.insert(line.split(separator: " ")[2]) }
      guard !line.hasPrefix("# ") else { continue }
      let name = try #require(line.wholeMatch(of: sample), "\(line)").name
      let isKnown = families.contains { family in
        ["", "_bucket", "_sum", "_count"].contains { name == family + $0 }
      }
      #expect(isKnown, "\(line)")
    }
  }

  @Test func `the page names every family, and no other`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Sources/Server/Server.docc/Numbers.md"),
      encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let told = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([a-z_]+)`/).map { String($0.output.1) }
    }
    let families = Metrics(start: 0).text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
    #expect(told.sorted() == families.map { String($0.split(separator: " ")[2]) }.sorted())
  }

  @Test(arguments: [
    (Peer.address("127.0.0.1"), "127.0.0.1:8080", nil, true),
    (.address("::1"), "[::1]:8080", nil, true), (.local, "localhost", nil, true),
    (.address("192.168.1.9"), "127.0.0.1", nil, false),
    // A proxy speaks for somebody else, and a page under another name may lead here.
    (.address("127.0.0.1"), "127.0.0.1", "X-Forwarded-For", false),
    (.address("127.0.0.1"), "127.0.0.1", "Forwarded", false),
    (.address("127.0.0.1"), "evil.example", nil, false),
    (.address("127.0.0.1"), "127.evil.example", nil, false),
  ])
  func `the numbers are for programs on this machine`(
    peer: Peer, host: String, field: String?, expected: Bool
  ) throws {
    var request = HTTPRequest(method: .get, scheme: nil, authority: host, path: "/metrics")
    if let field { request.headerFields[try #require(HTTPField.Name(field))] = "10.0.0.1" }
    #expect(MetricsAudience.machine.includes(peer, request) == expected)
    #expect(!MetricsAudience.nobody.includes(peer, request))
    #expect(MetricsAudience.everybody.includes(peer, request))
  }
}

/// The addresses that watch over a running server.
struct WatchingTests {
  func number(_ name: String, in text: String) -> Double? {
    text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
      .flatMap { Double($0.dropFirst(name.count + 1)) }
  }

  @Test func `the numbers follow what happens`() async throws {
    let server = try TestServer()
    let client = try await TestClient(port: server.port, token: try server.addDevice())
    _ = try await client.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    // On one connection: of one that was closed the server may not know yet.
    let connection = try await TestConnection(
      port: server.port, sending: TestHTTP.bytes(server.port, "GET", "/nothing"))
    _ = try await TestHTTP.response(on: connection)
    try connection.write(TestHTTP.bytes(server.port, "GET", "/metrics"))
    let response = try await TestHTTP.response(on: connection)
    #expect(response.status == 200)
    #expect(response.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
    let text = response.text
    for (name, expected) in [
      ("dogear_sockets", 1), ("dogear_pushes_total", 1), ("dogear_operations_total", 1),
      ("dogear_acks_total", 1), ("dogear_push_seconds_count", 1),
      ("dogear_commit_seconds_count", 1), ("dogear_commit_pushes_sum", 1),
      ("dogear_connections", 2), (#"dogear_http_answers_total{class="4xx"}"#, 1),
      (#"dogear_http_answers_total{class="1xx"}"#, 1),
    ] {
      #expect(number(name, in: text) == Double(expected), "\(name)")
    }
    #expect(number("dogear_push_seconds_sum", in: text) ?? 0 > 0)
    #expect(number("dogear_hub_letters_count", in: text) ?? 0 > 0)
    // The push, and what a first start writes.
    #expect(number("dogear_fsyncs_total", in: text) ?? 0 > 1)
    #expect(number("process_resident_memory_bytes", in: text) ?? 0 > 1_000_000)
    #expect(!text.contains("Dune"))
    await server.stop()
  }

  @Test func `a request that cannot be read is counted as well, and dated`() async throws {
    let server = try TestServer()
    let connection = try await TestConnection(
      port: server.port, sending: Array("half a handshake\n".utf8))
    let answer = String(decoding: try await connection.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.contains("\r\nDate: "))
    let text = try await server.request("GET", "/metrics").text
    #expect(number(#"dogear_http_answers_total{class="4xx"}"#, in: text) == 1)
    await server.stop()
  }

  @Test func `who is not let in is counted by the reason`() {
    let metrics = Metrics(start: 0)
    metrics.refused(.address)
    metrics.refused(.address)
    metrics.refused(.descriptors)
    metrics.refused(.watches)
    for (reason, count) in [("full", 0.0), ("address", 2), ("descriptors", 1), ("watches", 1)] {
      let name = #"dogear_connections_refused_total{reason="\#(reason)"}"#
      #expect(number(name, in: metrics.text) == count)
    }
  }

  @Test func `before a first backup there is no moment of one`() {
    let metrics = Metrics(start: 0)
    metrics.backupsFailed.add()
    #expect(number("dogear_last_backup_timestamp_seconds", in: metrics.text) == nil)
    #expect(number("dogear_last_backup_bytes", in: metrics.text) == nil)
    #expect(number("dogear_backups_failed_total", in: metrics.text) == 1)
    metrics.backedUp(at: 1_700_000_000_999, byteCount: 4_096)
    #expect(number("dogear_last_backup_timestamp_seconds", in: metrics.text) == 1_700_000_000)
    #expect(number("dogear_last_backup_bytes", in: metrics.text) == 4_096)
  }

  @Test func `what a proxy hands on does not get the numbers`() async throws {
    let server = try TestServer(settings: [.behindProxy: "true"])
    let response = try await server.request(
      "GET", "/metrics", ["X-Forwarded-For": "10.0.0.1"])
    #expect(response.status == 403)
    await server.stop()
  }

  @Test func `a server that can save is ready, and needs nobody to be paired`() async throws {
    let server = try TestServer()
    let response = try await server.request("GET", "/readyz")
    #expect(response.status == 200)
    #expect(response.json["status"] == "ready")
    await server.stop()
  }
}
