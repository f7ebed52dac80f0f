import Foundation
import Library
import Replica
import ServerTesting

/// A real server process with a library of so many books, and what it costs.
struct MeasuredServer {
  let process: DogearProcess
  let port: Int
  let folder: TemporaryDirectory
  private let writer: String

  /// Starts a server and fills its library, one op a book.
  init(bookCount: Int) async throws {
    folder = try TemporaryDirectory()
    let data = folder.path + "/data"
    (process, port) = try await DogearProcess.serve(data: data)
    writer = try await Self.addDevice("Writer", data: data)
    let client = try await TestClient(port: port, token: writer, isLive: false)
    var n = 0
    while n < bookCount {
      let numbers = n..<min(n + 200, bookCount)
      let operations = numbers.map { number in
        Self.operation("book-\(number)", n: number + 1, base: n, Books.creation(number))
      }
      _ = try await client.pushed(batch: n, operations)
      n = numbers.upperBound
    }
    client.socket.connection.disconnect()
  }

  private static func operation(
    _ id: String, n: Int, base: Int, _ change: Change
  ) -> JSONValue {
    Library.Operation(id: id, n: n, base: base, at: 1_700_000_000_000 + n, changes: [change]).json
  }

  private static func addDevice(_ name: String, data: String) async throws -> String {
    let result = try await DogearProcess.run(["device", "add", name, "--data", data])
    return String(result.output.dropLast())
  }

  /// Adds a device and gives its secret.
  func addDevice(_ name: String) async throws -> String {
    try await Self.addDevice(name, data: folder.path + "/data")
  }

  /// Changes the status of `count` books, spread over all `bookCount`, as round `round`.
  func change(_ count: Int, of bookCount: Int, round: Int) async throws {
    let client = try await TestClient(
      port: port, token: writer, incarnation: "round-\(round)", isLive: false)
    let head = client.welcome["library"]?["head"]?.int ?? 0
    for start in stride(from: 0, to: count, by: 200) {
      let operations = (start..<min(start + 200, count)).map { index in
        let key = EntityKey(kind: "book", id: Books.id(index * (bookCount / count)))
        return Self.operation(
          "round-\(round)-\(index)", n: index + 1, base: head,
          Change(key, set: ["note": .string("Round \(round), number \(index)")]))
      }
      _ = try await client.pushed(batch: start, operations)
    }
    client.socket.connection.disconnect()
  }

  /// What a pull of everything after `cursor` weighs on the wire, uncompressed, in bytes; the time
  /// from asking to having is added to `waited`.
  func pulledByteCount(
    since cursor: Int, token: String, _ waited: inout Duration
  ) async throws -> Int {
    let client = try await TestClient(port: port, token: token, isLive: false)
    let clock = ContinuousClock()
    var since = cursor
    var byteCount = 0
    while true {
      let start = clock.now
      try client.socket.send(["t": "pull", "since": .int(since), "limit": 1_000])
      guard case .text(let text) = try await client.socket.receive() else { continue }
      waited += clock.now - start
      byteCount += text.utf8.count
      let page = try JSONValue(parsing: text)
      since = page["to"]?.int ?? since
      if page["more"]?.bool != true { break }
    }
    client.socket.connection.disconnect()
    return byteCount
  }

  /// What the process holds of the machine's memory now (`VmRSS`) or held at most (`VmHWM`), in
  /// bytes.
  func memory(_ name: String) throws -> Int {
    try Self.memory(name, of: "\(process.identifier)")
  }

  /// The processor time the process has taken so far.
  func processorSeconds() throws -> Double { try Self.processorSeconds(of: process.identifier) }

  /// The same of any process.
  static func processorSeconds(of identifier: Int32) throws -> Double {
    let stat = try String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    let numbers = (stat.split(separator: ")").last ?? "").split(separator: " ")
    // In user and in system mode, in hundredths.
    return Double((Int(numbers[11]) ?? 0) + (Int(numbers[12]) ?? 0)) / 100
  }

  /// The same of the process `identifier`, which may be `self`.
  static func memory(_ name: String, of identifier: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
    return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
  }

  /// The path of the server's database.
  var database: String { folder.path + "/data/library.sqlite" }

  /// Whether the server writes to a disk, and not to memory.
  var isOnDisk: Bool {
    get throws {
      let mounts = try String(contentsOfFile: "/proc/mounts", encoding: .utf8)
        .split(separator: "\n").map { $0.split(separator: " ") }
      let around = mounts.filter { $0[1] == "/" || folder.path.hasPrefix($0[1] + "/") }
      let type = around.max { $0[1].count < $1[1].count }?[2] ?? ""
      return type != "tmpfs" && type != "ramfs"
    }
  }

  /// Forgets how much the process held at most.
  func resetPeak() throws {
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(process.identifier)/clear_refs"))
  }

  /// Opens a device's library on it.
  func open(_ path: String, token: String) async throws -> LocalLibrary {
    try await LocalLibrary.open(
      at: path, server: try ServerAddress("http://127.0.0.1:\(port)"), access: .token(token),
      client: "bench")
  }

  /// Ends the process.
  func stop() async {
    process.send(15)
    _ = await process.result()
  }
}
