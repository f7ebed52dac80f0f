import Glibc
import Library
import Server
import ServerTesting
import Testing

/// The server's clock jumps by years while devices write: its time never runs back, nothing is
/// turned away, and everybody ends with the same (SYNC §2, *Bound*; SYNC §4.10).
struct ClockTests {
  /// Where the clock is set to, in years from now, one after the other.
  static let steps = [1, -1, 0, -2, 3, 0]

  @Test(.enabled(if: FakeClock.isAvailable, "Stepping a clock needs libfaketime."))
  func `a server's clock that jumps disturbs no sync`() async throws {
    let clock = try FakeClock()
    let directory = try await DataDirectoryCase(withServer: false)
    let (process, port) = try await DogearProcess.serve(
      data: directory.data, environment: clock.environment)
    var replicas: [TestReplica] = []
    var tokens: [String] = []
    for name in ["Laptop", "Phone", "Tablet"] {
      let token = String(try await directory.run("device", "add", name).output.dropLast())
      tokens.append(token)
      replicas.append(await TestReplica(port: port, token: token, incarnation: name))
    }
    let shared = EntityKey(kind: "book", id: "shared")
    await replicas[0].edit(Change(shared, life: .create, set: ["title": "Shared"]))
    for replica in replicas { await replica.settle(at: 1) }

    let start = SystemClock.now()
    var furthest = 0
    for (round, step) in Self.steps.enumerated() {
      furthest = max(furthest, step)
      // One is away while the clock jumps, and writes all the same.
      let absent = replicas[round % replicas.count]
      await absent.network(isUp: false)
      try clock.set(step < 0 ? "\(step)y" : "+\(step)y")
      for (number, replica) in replicas.enumerated() {
        let own = EntityKey(kind: "book", id: "b\(number)-\(round)")
        await replica.edit(Change(own, life: .create, set: ["title": .string("At \(step) years")]))
        await replica.edit(Change(shared, set: ["title": .string("By \(number) at \(step) years")]))
      }
      await absent.network(isUp: true)
      for replica in replicas { await replica.settle() }
      let client = try await TestClient(port: port, token: tokens[0])
      // Once it was a year ahead its time stays there, whatever the clock shows.
      let time = try #require(client.welcome["clock"]?.int)
      #expect(time >= start + furthest * 365 * 24 * 3_600_000)
      let head = try #require(client.welcome["library"]?["head"]?.int)
      client.socket.connection.disconnect()
      for replica in replicas { await replica.settle(at: head) }
      let texts = await [replicas[0].text, replicas[1].text, replicas[2].text]
      #expect(Set(texts).count == 1, "The devices differ after the clock went to \(step) years.")
      for replica in replicas { #expect(await replica.problemCount == 0) }
    }
    let books = await replicas[0].list("book")
    #expect(books.count == 1 + Self.steps.count * replicas.count)
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
    // Also that no operation's time is before that of the one before it.
    let check = try await directory.run("check")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }
}
