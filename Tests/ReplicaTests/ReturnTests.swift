import Library
import Replica
import TestSupport
import Testing
import Wire

/// A server that restarts is met by all its devices again, and must not be met by all at once
/// (SYNC §3, 1012).
struct ReturnTests {
  /// How long the device with this seed waits after each of some restarts that come one after the other.
  private func waits(seed: Int, restarts: Int) -> [Int] {
    var generator = SeededRandom(seed: seed)
    var now = 1_700_000_000_000
    var driver = ReplicaDriver(settings: .init(client: "test"), now: now, using: &generator)
    let welcome = ServerMessage.welcome(
      Welcome(
        protocolVersion: 1, session: "s", account: "a",
        library: .init(id: "lib", name: "Books", epoch: "e", head: 0, watermark: 0),
        device: .init(id: "dev", name: "Laptop"), lastN: 0, devices: [], clock: now, resume: .ok)
    ).encoded()
    var actions = driver.handle(.start, now: now, using: &generator)
    return (0..<restarts).map { _ in
      #expect(actions == [.open])
      _ = driver.handle(.opened, now: now, using: &generator)
      _ = driver.received(welcome, now: now, using: &generator)
      actions = driver.handle(.closed(code: 1012, reason: ""), now: now, using: &generator)
      #expect(actions.isEmpty)
      let wait = (driver.deadline ?? now) - now
      now += wait
      actions = driver.advance(to: now, using: &generator)
      return wait
    }
  }

  @Test func `a thousand devices come back over the whole of a quarter of a second`() {
    let waits = (1...1_000).map { self.waits(seed: $0, restarts: 1)[0] }
    #expect(waits.allSatisfy { (250..<500).contains($0) })
    // Each tenth of the time takes about a tenth of them: 100, and 9 the deviation of that.
    let tenths = Dictionary(grouping: waits) { ($0 - 250) / 25 }.mapValues(\.count)
    #expect(tenths.count == 10)
    #expect(tenths.values.allSatisfy { (60...140).contains($0) }, "\(tenths)")
  }

  @Test func `who is sent away again and again waits longer, and never as long as the next`() {
    let (one, other) = (waits(seed: 1, restarts: 10), waits(seed: 2, restarts: 10))
    for (attempt, pair) in zip(one, other).enumerated() {
      let whole = min(Limits.backoffMilliseconds, Limits.backoffBaseMilliseconds << attempt)
      #expect((whole / 2..<whole).contains(pair.0))
      #expect(pair.0 != pair.1)
    }
    #expect(one == waits(seed: 1, restarts: 10))
  }
}
