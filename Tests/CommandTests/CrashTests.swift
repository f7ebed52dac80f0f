import Foundation
import Library
import ServerTesting
import Testing

/// `kill -9` at any moment, under mixed load of several devices, loses nothing that was acked,
/// applies nothing twice, and lets nobody see what is not durable (SYNC §4.2–§4.5).
///
/// `DOGEAR_CRASH_ROUNDS` sets the kills: 200 unless it says otherwise.
struct CrashTests {
  /// Each fleet works on a directory of its own, so that no library grows slow to read.
  static let fleets = 0..<4

  static var roundCount: Int {
    let total = ProcessInfo.processInfo.environment["DOGEAR_CRASH_ROUNDS"].flatMap { Int($0) }
    return ((total ?? 200) + fleets.count - 1) / fleets.count
  }

  @Test(.timeLimit(.minutes(10)), arguments: fleets)
  func `two hundred kills under mixed load lose nothing that was acked`(fleet: Int) async throws {
    var fleet = try await CrashFleet()
    for round in 0..<Self.roundCount {
      try await fleet.expectEverything(round)
      // Some kills meet a server that is still starting.
      if round % 8 == 7 { try await fleet.killAtStart() }
      try await fleet.killUnderLoad(round)
    }
    try await fleet.expectEverything(Self.roundCount)
    try await fleet.expectSoundness()
  }
}

/// Several devices, a reader that only pulls, and the server that is killed under them.
struct CrashFleet {
  static let writerCount = 4

  private let directory: DataDirectoryCase
  private let readerToken: String
  private var epoch: String?
  private var writers: [CrashWriter] = []
  private var server: (process: DogearProcess, port: Int)
  /// What the reader has; it survives every crash, as a client does.
  private var mirror = RowMirror()
  /// What the writers' own books must be, after the first `carriedOut` ops of each.
  private var expected = RowMirror()
  private var carriedOut = [Int](repeating: 0, count: writerCount)

  init() async throws {
    directory = try await DataDirectoryCase(withServer: false)
    func token(_ name: String, _ directory: DataDirectoryCase) async throws -> String {
      String(try await directory.run("device", "add", name).output.dropLast())
    }
    readerToken = try await token("Reader", directory)
    server = try await DogearProcess.serve(data: directory.data)
    let reader = try await TestClient(port: server.port, token: readerToken)
    epoch = reader.welcome["library"]?["epoch"]?.string
    _ = try await reader.pushed([TestClient.book(CrashWriter.shared, title: "Shared", n: 1)])
    for number in 0..<Self.writerCount {
      let token = try await token("Writer \(number)", directory)
      let client = try await TestClient(port: server.port, token: token)
      let device = try #require(client.welcome["device"]?["id"]?.string)
      writers.append(CrashWriter(number: number, token: token, device: device))
    }
  }

  /// Lets all writers push, kills the server behind a random ack, and starts it again.
  mutating func killUnderLoad(_ round: Int) async throws {
    let (process, port) = server
    let progress = CrashProgress()
    let written = try await withThrowingTaskGroup(
      of: (writer: CrashWriter, refused: [JSONValue]).self
    ) { [writers] group in
      for writer in writers {
        group.addTask { try await writer.writing(to: port, progress) }
      }
      await progress.reached(Int.random(in: 1...24))
      process.send(SIGKILL)
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(await process.result().status == -Int(SIGKILL))
    #expect(written.flatMap(\.refused).isEmpty, "Round \(round)")
    writers = written.map(\.writer).sorted { $0.number < $1.number }
    server = try await DogearProcess.serve(data: directory.data)
  }

  /// Kills the server at some moment of its start, and starts it again.
  mutating func killAtStart() async throws {
    server.process.send(SIGKILL)
    _ = await server.process.result()
    let starting = try await DogearProcess(["serve", "--data", directory.data, "--port", "0"])
    try await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
    starting.send(SIGKILL)
    _ = await starting.result()
    server = try await DogearProcess.serve(data: directory.data)
  }

  /// Every acked op is there, each op's effect once, and nobody saw what is there no more.
  mutating func expectEverything(_ round: Int) async throws {
    var recordedCount = 1
    for index in writers.indices {
      let client = try await writers[index].connect(to: server.port, isLive: false)
      client.socket.connection.disconnect()
      let writer = writers[index]
      #expect(writer.recorded >= writer.acked, "Round \(round): writer \(index) lost acked ops.")
      recordedCount += writer.recorded
      for n in (carriedOut[index] + 1)..<(writer.recorded + 1)
      where writer.sharedTitle(n) == nil {
        expected.carryOut(writer.operation(n))
      }
      carriedOut[index] = writer.recorded
    }
    let reader = try await TestClient(
      port: server.port, token: readerToken, epoch: epoch, cursor: mirror.cursor, isLive: false)
    #expect(reader.welcome["resume"] == "ok", "Round \(round): a cursor became unknown.")
    try await mirror.catchUp(reader)
    reader.socket.connection.disconnect()
    // Each op takes one place in the order: one more would be an op applied twice.
    #expect(mirror.cursor == recordedCount, "Round \(round)")
    for (key, entity) in expected.entities where mirror.entities[key] != entity {
      Issue.record("Round \(round): \(key) is \(mirror.entities[key] as Any), not \(entity).")
    }
    expectSharedTitles(round)
  }

  /// What each writer last called the shared book is its title, or kept in a conflict record.
  private func expectSharedTitles(_ round: Int) {
    var titles: Set<String> = []
    let shared = mirror.entities[RowMirror.key("book", CrashWriter.shared)]
    if let title = shared?.fields["title"]?.string { titles.insert(title) }
    for (key, entity) in mirror.entities where key.hasPrefix("conflict/") {
      for side in ["kept", "lost"] {
        if let title = entity.fields[side]?["value"]?.string { titles.insert(title) }
      }
    }
    for writer in writers {
      guard let title = writer.lastSharedTitle(of: writer.recorded) else { continue }
      #expect(titles.contains(title), "Round \(round): “\(title)” is nowhere.")
    }
  }

  /// The reader has what one has who pulls everything anew, and the database is sound.
  mutating func expectSoundness() async throws {
    let reader = try await TestClient(port: server.port, token: readerToken, isLive: false)
    var fresh = RowMirror()
    try await fresh.catchUp(reader)
    reader.socket.connection.disconnect()
    #expect(fresh.entities == mirror.entities)
    server.process.send(SIGTERM)
    #expect(await server.process.result().status == 0)
    let check = try await directory.run("check")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }
}
