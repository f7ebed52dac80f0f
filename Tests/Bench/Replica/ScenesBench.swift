import Foundation
import Hub
import Library
import ServerTesting
import Store
import Wire

/// Windows at the pace of clients: 200 devices with two each, four states a second, against the real
/// server; and what a window that is held costs in memory. `DOGEAR_BENCH_DEVICES` names another number
/// of devices, for a debug build or a slow machine.
enum ScenesBench {
  private static let deviceCount =
    ProcessInfo.processInfo.environment["DOGEAR_BENCH_DEVICES"].flatMap(Int.init) ?? 200
  private static let sceneCount = 2
  private static let secondCount = 5

  static func run() async throws -> [Figure] {
    var figures = [
      Figure("bytes of a window's state", count: nav(0).canonicalBytes.count, "B"),
      Figure("memory of a window that is held", kibibytes: try bytesPerScene(), atMost: 4),
    ]
    let server = try await MeasuredServer(bookCount: 1)
    var devices: [TestClient] = []
    for number in 0..<deviceCount {
      let token = try await server.addDevice("Device \(number)")
      devices.append(try await TestClient(port: server.port, token: token, isLive: false))
    }
    for device in devices {
      for scene in 0..<sceneCount {
        try device.socket.send(["t": "scene.attach", "scene": .string("w\(scene)"), "name": "W"])
        _ = try await device.socket.receive("scene.attached")
      }
    }
    var rev = 0
    let (all, some) = (deviceCount, max(1, deviceCount / 10))
    for (watching, publishing) in [(0, all), (1, all), (some, all), (all, 1), (all, some)] {
      let readers = try await watch(devices.prefix(watching))
      let spent = try await publish(by: devices.prefix(publishing), on: server, &rev)
      for reader in readers { reader.cancel() }
      var received = 0
      for (device, reader) in zip(devices, readers) {
        try device.socket.send(["t": "scenes.watch", "on": false])
        // A ping ends what the reader waits for.
        try device.socket.send(["t": "ping", "at": 1])
        received += try await reader.value
      }
      let name = "\(publishing) × 2 windows publish, \(watching) watch"
      figures += [
        Figure("\(name): CPU", percent: spent / Double(secondCount)),
        Figure("  received, MB a second", megabytes: received / secondCount),
      ]
    }
    await server.stop()
    return figures
  }

  /// Lets `devices` watch; each reader counts the bytes that come, until it is told to stop.
  private static func watch(
    _ devices: ArraySlice<TestClient>
  ) async throws -> [Task<Int, any Error>] {
    var readers: [Task<Int, any Error>] = []
    for device in devices {
      try device.socket.send(["t": "scenes.watch"])
      _ = try await device.socket.receive("scenes.share")
      readers.append(
        Task {
          var byteCount = 0
          while true {
            guard case .text(let text) = try await device.socket.receive() else { continue }
            byteCount += text.utf8.count
            if Task.isCancelled, text.contains("\"pong\"") { return byteCount }
          }
        })
    }
    return readers
  }

  /// Publishes four states a second of every window; returns the CPU seconds that the server took.
  private static func publish(
    by devices: ArraySlice<TestClient>, on server: MeasuredServer, _ rev: inout Int
  ) async throws -> Double {
    let clock = ContinuousClock()
    let before = try server.processorSeconds()
    let start = clock.now
    for round in 0..<(4 * secondCount) {
      rev += 1
      for device in devices {
        for scene in 0..<sceneCount {
          try device.socket.send([
            "t": "scene.publish", "scene": .string("w\(scene)"), "epoch": 1, "rev": .int(rev),
            "lib": 1, "layout": "wide", "nav": nav(rev),
          ])
        }
      }
      try await clock.sleep(until: start + .milliseconds(250 * (round + 1)))
    }
    return try server.processorSeconds() - before
  }

  /// A state of some 2 KB: a few lists with queries and positions, a path, a feed.
  private static func nav(_ number: Int) -> JSONValue {
    var lists: JSONObject = [:]
    var path: [JSONValue] = []
    for index in 0..<7 {
      let id = "01933d2e8a7c7d2f9b1e\(1_000 + index)"
      path.append(["k": "list", "list": ["k": "shelf", "id": .string(id)]])
      lists["shelf:\(id)"] = [
        "q": "the left hand", "filters": ["status": ["reading", "toRead"]],
        "sort": ["by": "title", "desc": false], "used": .int(number % 1_000 + index),
        "anchor": [
          "id": .string(id), "off": .int(number % 1_000), "idx": .int(index * 40),
          "near": [.string(id + "a"), .string(id + "b")],
        ],
      ]
    }
    return [
      "v": 1, "tab": "library", "columns": "automatic", "lists": .object(lists),
      "tabs": ["library": ["list": ["k": "all"], "compact": "content", "path": .array(path)]],
      "feed": ["seed": "f1", "at": nil], "present": [],
    ]
  }

  /// What a hub in this process grows by, for each of thousands of windows.
  private static func bytesPerScene() throws -> Int {
    let store = try SQLiteStore()
    try store.add(
      AccountRecord(id: "anna", name: "Anna", created: 0),
      with: LibraryRecord(id: "books", account: "anna", name: "B", epoch: "e", created: 0))
    var hub = SyncHub(store: store, instance: "bench")
    let sessions = 5 * deviceCount
    for number in 0..<sessions {
      let secret = SecretHash((0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 2 * 8)) })
      try store.add(
        DeviceRecord(id: "device-\(number)", account: "anna", name: "D", created: 0), secret: secret
      )
      _ = hub.handle(.connected(SessionID(number), secret: secret), now: 0)
      let hello = Hello(client: "bench", incarnation: "one", isLive: false, clock: 0)
      _ = hub.handle(
        .received(SessionID(number), .hello(hello), byteCount: 0, secret: nil), now: 0)
      for scene in 0..<8 {
        let attach = SceneRequest.attach(SceneAttach(scene: "w\(scene)", name: "Window"))
        _ = hub.handle(
          .received(SessionID(number), .scene(attach), byteCount: 0, secret: nil), now: 0)
      }
      _ = hub.handle(.commit, now: 0)
    }
    let before = try MeasuredServer.memory("VmRSS", of: "self")
    for number in 0..<sessions {
      for scene in 0..<8 {
        let message = ScenePublish(
          scene: "w\(scene)", epoch: 1, rev: 1, lib: 1, layout: .wide, nav: nav(number))
        _ = hub.handle(
          .received(SessionID(number), .scene(.publish(message)), byteCount: 0, secret: nil),
          now: 0)
      }
    }
    let after = try MeasuredServer.memory("VmRSS", of: "self")
    _ = hub.handle(.tick, now: 0)
    return (after - before) / (sessions * 8)
  }
}
