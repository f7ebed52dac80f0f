import Framing
import Synchronization
import Testing
import Transport

@Suite(.timeLimit(.minutes(1)))
struct MailboxTests {
  @Test func `a box rings once for many letters`() {
    let rings = Mutex(0)
    let box = Mailbox<Int> { rings.withLock { $0 += 1 } }
    box.post(1)
    box.post(contentsOf: [2, 3])
    #expect(rings.withLock { $0 } == 1)
    #expect(box.drain() == [1, 2, 3])
    #expect(box.drain().isEmpty)
    box.post(contentsOf: [])
    #expect(rings.withLock { $0 } == 1)
    box.post(contentsOf: [4, 5])
    #expect(rings.withLock { $0 } == 2)
    #expect(box.drain() == [4, 5])
  }

  @Test func `letters to another loop's connection arrive in order, none lost`() async throws {
    let letterCount = 20_000
    let boxes = Mutex<[Mailbox<(ConnectionID, Int)>]>([])
    let server = try TestServer(loops: 2) { behaviour in
      behaviour.onMessage = { _, id, loop in
        let box = boxes.withLock { $0[id.loop] }
        Task.detached {
          for number in 0..<letterCount { box.post((id, number)) }
        }
      }
      behaviour.onMail = { loop in
        for box in boxes.withLock({ $0.dropFirst(loop.index).prefix(1) }) {
          for (id, number) in box.drain() { loop.send(.text("\(number)"), to: id) }
        }
      }
    }
    boxes.withLock { boxes in
      boxes = server.group.loops.map { loop in Mailbox { loop.ring() } }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    try await client.send("go")
    for number in 0..<letterCount {
      try #require(try await client.readText() == "\(number)")
    }
    await server.group.stop(within: .zero)
  }

  @Test func `posts run in their order`() async throws {
    let server = try TestServer()
    let loop = server.group.loops[0]
    let seen = Mutex<[Int]>([])
    await withCheckedContinuation { continuation in
      for number in 0..<10_000 { loop.post { _ in seen.withLock { $0.append(number) } } }
      loop.post { _ in continuation.resume() }
    }
    #expect(seen.withLock { $0 } == Array(0..<10_000))
    await server.group.stop(within: .zero)
  }
}
