import Hub
import Library
import Navigation
import Server
import ServerTesting
import Testing

/// Windows and links over real sockets (NAVIGATION §3.6–§3.8).
struct SceneSocketTests {
  let server: TestServer
  let laptop: TestClient
  let phone: TestClient
  let phoneID: String

  init() async throws {
    server = try TestServer()
    laptop = try await TestClient(port: server.port, token: try server.addDevice("Laptop"))
    phone = try await TestClient(port: server.port, token: try server.addDevice("Phone"))
    phoneID = try #require(phone.welcome["device"]?["id"]?.string)
  }

  /// A `scene.publish` of the window `w1`.
  private func publish(
    _ scene: String = "w1", epoch: Int = 1, rev: Int, nav: JSONValue
  ) -> JSONValue {
    [
      "t": "scene.publish", "scene": .string(scene), "epoch": .int(epoch), "rev": .int(rev),
      "lib": 0, "layout": "wide", "nav": nav,
    ]
  }

  private func attach() async throws {
    try laptop.socket.send(["t": "scene.attach", "scene": "w1", "name": "Upstairs"])
    #expect(
      try await laptop.socket.receive("scene.attached") == [
        "t": "scene.attached", "scene": "w1", "epoch": 1, "rev": 0, "nav": nil,
      ])
  }

  @Test func `a window is seen by another device, followed, and gone`() async throws {
    try await attach()
    try phone.socket.send(["t": "scenes.watch"])
    #expect(try await phone.socket.receive("scenes")["scenes"] == [])
    #expect(try await phone.socket.receive("scenes.share")["share"] == "full")
    let nav = NavState.initial.json
    try laptop.socket.send(publish(rev: 1, nav: nav))
    let update = try await phone.socket.receive("scene.update")
    #expect(update["scene"] == "w1")
    #expect(update["name"] == "Upstairs")
    #expect(update["nav"] == nav)
    #expect(update["seen"]?.int == server.clock.now())
    try laptop.socket.send(["t": "scene.detach", "scene": "w1"])
    let gone = try await phone.socket.receive("scene.gone")
    #expect(gone["reason"] == "closed")
    await server.stop()
  }

  @Test func `what may not be published is refused, and nothing of it is stored`() async throws {
    try await attach()
    let deep = JSONValue.object([
      "v": 1,
      "tabs": [
        "library": ["path": .array(Array(repeating: ["k": "book", "id": "b"], count: 100))]
      ],
    ])
    let large: JSONValue = ["v": 1, "more": .string(String(repeating: "x", count: 17 << 10))]
    let refused: [(JSONValue, String)] = [
      (publish(rev: 1, nav: "garbage"), "malformed"), (publish(rev: 1, nav: deep), "malformed"),
      (publish(rev: 1, nav: large), "tooLarge"),
      (publish(epoch: 0, rev: 1, nav: NavState.initial.json), "stale"),
    ]
    for (message, reason) in refused {
      try laptop.socket.send(message)
      #expect(try await laptop.socket.receive("scene.refused")["reason"] == .string(reason))
    }
    try phone.socket.send(publish(rev: 1, nav: NavState.initial.json))
    #expect(try await phone.socket.receive("scene.refused")["reason"] == "unattached")
    try phone.socket.send(["t": "scenes.watch"])
    #expect(try await phone.socket.receive("scenes")["scenes"] == [])
    // The connection goes on, and so does the window.
    try laptop.socket.send(publish(rev: 1, nav: NavState.initial.json))
    #expect(try await phone.socket.receive("scene.update")["rev"] == 1)
    await server.stop()
  }

  @Test func `windows and epochs outlive a restart`() async throws {
    try await attach()
    let nav = NavState.initial.json
    try laptop.socket.send(publish(rev: 4, nav: nav))
    try laptop.socket.send(["t": "ping", "at": 1])
    _ = try await laptop.socket.receive("pong")
    await server.stop()
    let again = try TestServer(data: server.data)
    let token = try again.addDevice("Tablet")
    let tablet = try await TestClient(port: again.port, token: token)
    try tablet.socket.send(["t": "scenes.watch"])
    let scene = try #require(
      try await tablet.socket.receive("scenes")["scenes"]?.array?.first)
    #expect(scene["nav"] == nav)
    #expect(scene["rev"] == 4)
    await again.stop()
  }

  @Test func `a link is handed over, answered, and its sender told`() async throws {
    try laptop.socket.send([
      "t": "link.send", "id": "m1", "to": .string(phoneID), "link": "/library/all/book/emma",
      "lib": 0,
    ])
    let incoming = try await phone.socket.receive("link.incoming")
    #expect(incoming["link"] == "/library/all/book/emma")
    #expect(incoming["at"]?.int == server.clock.now())
    #expect(try await laptop.socket.receive("link.state")["state"] == "delivered")
    try phone.socket.send(["t": "link.answer", "id": "m1", "answer": "opened"])
    #expect(try await laptop.socket.receive("link.state")["state"] == "opened")
    await server.stop()
  }

  @Test func `the command line opens a link on a connected device`() async throws {
    let sent = try server.perform(.openLink(link: "http://127.0.0.1:8080/feed", device: "phone"))
    #expect(sent["state"] == "delivered")
    #expect(sent["name"] == "Phone")
    let incoming = try await phone.socket.receive("link.incoming")
    #expect(incoming["link"] == "/feed")
    #expect(incoming["from"] == "server")
    try phone.socket.send(["t": "link.answer", "id": incoming["id"] ?? .null, "answer": "blocked"])
    try phone.socket.send(["t": "ping", "at": 1])
    _ = try await phone.socket.receive("pong")
    #expect(
      try server.perform(.linkState(id: sent["id"]?.string ?? ""))["state"] == "blocked")
    await server.stop()
  }

  @Test func `before hello nobody has windows`() async throws {
    let socket = try await TestSocket(port: server.port, token: try server.addDevice("Late"))
    try socket.send(["t": "scenes.watch"])
    #expect(try await socket.receiveClose() == 4400)
    await server.stop()
  }
}
