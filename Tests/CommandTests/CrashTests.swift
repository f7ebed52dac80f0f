import Foundation
import Library
import ServerTesting
import Testing

/// `kill -9` at any moment loses nothing that was acked, and applies nothing twice (SYNC §4.2, §4.3).
///
/// `DOGEAR_CRASH_ROUNDS` sets the rounds: 20 unless it says otherwise.
struct CrashTests {
  static let clientCount = 8

  static var roundCount: Int {
    ProcessInfo.processInfo.environment["DOGEAR_CRASH_ROUNDS"].flatMap { Int($0) } ?? 20
  }

  @Test(.timeLimit(.minutes(10)))
  func `twenty kills while eight clients push lose nothing that was acked`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    var writers: [CrashWriter] = []
    for number in 0..<Self.clientCount {
      let added = try await directory.run("device", "add", "Writer \(number)")
      writers.append(CrashWriter(number: number, token: String(added.output.dropLast())))
    }
    var generator = SystemRandomNumberGenerator()
    for round in 0..<Self.roundCount {
      let (process, port) = try await DogearProcess.serve(data: directory.data)
      let progress = CrashProgress()
      writers = try await withThrowingTaskGroup(of: CrashWriter.self) { group in
        for writer in writers {
          group.addTask { try await writer.writing(to: port, progress) }
        }
        // The kill falls behind a random ack, so each round meets the server at another step.
        await progress.reached(Int.random(in: 1...150, using: &generator))
        process.send(SIGKILL)
        var written: [CrashWriter] = []
        for try await writer in group { written.append(writer) }
        return written
      }
      #expect(await process.result().status == -Int(SIGKILL))
      try await expectEverything(of: writers, in: directory, round: round)
    }
  }

  /// Every acked op is there, none twice, and the database is sound.
  private func expectEverything(
    of writers: [CrashWriter], in directory: DataDirectoryCase, round: Int
  ) async throws {
    let check = try await directory.run("check")
    #expect(check.status == 0, "Round \(round): \(check.output)\(check.errors)")
    let (process, port) = try await DogearProcess.serve(data: directory.data)
    let reader = try await TestClient(port: port, token: writers[0].token, isLive: false)
    let rows = try await reader.pull()
    let titles = rows.compactMap { $0["set"]?["title"]?.string }
    let there = Set(titles)
    let lost = writers.flatMap { writer in
      (0..<writer.acked).map { writer.title($0 + 1) }.filter { !there.contains($0) }
    }
    #expect(lost.isEmpty, "Round \(round)")
    // Each op makes one book of a title of its own, so an op applied twice would show twice, or
    // take two places in the order.
    #expect(titles.count == there.count, "Round \(round)")
    #expect(reader.welcome["library"]?["head"]?.int == there.count, "Round \(round)")
    // A client that is gone keeps nobody waiting for its goodbye.
    reader.socket.connection.disconnect()
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }
}
