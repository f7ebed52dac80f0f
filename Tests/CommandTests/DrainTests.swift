import Glibc
import ServerTesting
import Testing

/// SIGTERM while devices push: nothing that was acked is lost, and it is over soon.
struct DrainTests {
  @Test(.timeLimit(.minutes(2)))
  func `asked to stop under load it saves what it acked, within five seconds`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    var writers: [CrashWriter] = []
    for number in 0..<4 {
      let token = try await directory.run("device", "add", "Writer \(number)").output.dropLast()
      writers.append(CrashWriter(number: number, token: String(token), device: "unknown"))
    }
    for round in 0..<3 {
      let (process, port) = try await DogearProcess.serve(data: directory.data)
      let progress = CrashProgress()
      let start = ContinuousClock.now
      let written = try await withThrowingTaskGroup(of: CrashWriter.self) { [writers] group in
        for writer in writers {
          group.addTask { try await writer.writing(to: port, progress, until: 1012).writer }
        }
        await progress.reached(40 + 30 * round)
        let stop = ContinuousClock.now
        process.send(SIGTERM)
        #expect(await process.result().status == 0)
        #expect(stop.duration(to: .now) < .seconds(5), "Round \(round)")
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(start.duration(to: .now) < .seconds(60))
      writers = written.sorted { $0.number < $1.number }
      try await expectAcked(&writers, directory, round)
    }
  }

  private func expectAcked(
    _ writers: inout [CrashWriter], _ directory: DataDirectoryCase, _ round: Int
  ) async throws {
    let (process, port) = try await DogearProcess.serve(data: directory.data)
    for index in writers.indices {
      let client = try await writers[index].connect(to: port, isLive: false)
      client.socket.connection.disconnect()
      #expect(writers[index].acked > 0)
      #expect(
        writers[index].recorded >= writers[index].acked,
        "Round \(round): writer \(index) lost acked ops.")
    }
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }
}
