import Library
import Server
import ServerTesting
import TestSupport
import Testing

/// The setting `compression`, as a client sees it that offers everything a browser does (RFC 7692 §7.1).
struct CompressionTests {
  private static let offer = [
    "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"
  ]

  /// What a server answers to the offer, and the frames in which it says the same large thing twice.
  private func converse(
    _ compression: String?
  ) async throws -> (answer: String?, isDeflated: Bool, sizes: [Int]) {
    var settings: [SettingKey: String] = [:]
    settings[.compression] = compression
    let server = try TestServer(settings: settings)
    let token = try server.addDevice()
    let writer = try await TestClient(port: server.port, token: token)
    var random = SeededRandom(seed: 1)
    // Nothing in it comes twice, so that only what was said before makes it much smaller.
    let note = (0..<1_200).map { _ in
      String(UInt64.random(in: .min ... .max, using: &random), radix: 36)
    }
    let book: JSONValue = [
      "op": "op-1", "n": 1, "base": 0, "at": 0,
      "do": [
        [
          "e": "book", "id": "b1", "create": true,
          "set": ["title": "Numbers", "note": .string(note.joined())],
        ]
      ],
    ]
    #expect(try await writer.pushed([book])["through"] == 1)
    var fields = Self.offer
    fields["Authorization"] = "Bearer \(token)"
    let socket = try await TestSocket(port: server.port, fields)
    try socket.send(TestClient.hello(incarnation: "two", isLive: false))
    #expect(try await frame(socket).first & 15 == 1)
    var sizes: [Int] = []
    var isDeflated = false
    for _ in 0..<2 {
      let (flag, size) = try await answerToPull(socket)
      isDeflated = flag
      sizes.append(size)
    }
    await server.stop()
    return (socket.fields["sec-websocket-extensions"], isDeflated, sizes)
  }

  /// Whether the page came compressed, and its size on the wire.
  private func answerToPull(_ socket: TestSocket) async throws -> (Bool, Int) {
    try socket.send(["t": "pull", "since": 0, "limit": 1])
    let page = try await frame(socket)
    return (page.first & 0x40 != 0, page.size)
  }

  private func frame(_ socket: TestSocket) async throws -> (first: UInt8, size: Int) {
    let head = try await socket.connection.read(2)
    var size = Int(head[1] & 0x7F)
    if size >= 126 {
      let extended = try await socket.connection.read(size == 126 ? 2 : 8)
      size = extended.reduce(0) { $0 << 8 | Int($1) }
    }
    _ = try await socket.connection.read(size)
    return (head[0], size)
  }

  @Test func `with none nothing is agreed on, and everything goes as it is`() async throws {
    let (answer, isDeflated, sizes) = try await converse("none")
    #expect(answer == nil)
    #expect(!isDeflated)
    #expect(sizes[0] > 14_000)
  }

  @Test(arguments: [nil, "message"])
  func `by default messages are compressed, each by itself`(compression: String?) async throws {
    let (answer, isDeflated, sizes) = try await converse(compression)
    #expect(
      answer == "permessage-deflate; server_no_context_takeover; client_no_context_takeover")
    #expect(isDeflated)
    #expect(sizes[0] < 12_000)
    #expect(sizes[0] == sizes[1])
  }

  @Test func `with connection a message refers to those before it`() async throws {
    let (answer, isDeflated, sizes) = try await converse("connection")
    #expect(answer == "permessage-deflate")
    #expect(isDeflated)
    #expect(sizes[1] < sizes[0] / 10)
  }

  @Test func `who offers nothing gets nothing`() async throws {
    let server = try TestServer(settings: [.compression: "connection"])
    let socket = try await TestSocket(port: server.port)
    #expect(socket.fields["sec-websocket-extensions"] == nil)
    await server.stop()
  }
}
