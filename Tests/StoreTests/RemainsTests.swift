import Dispatch
import Testing

@testable import Store

struct RemainsTests {
  /// Says when it goes.
  private final class Piece: Sendable {
    let gone: DispatchSemaphore

    init(_ gone: DispatchSemaphore) { self.gone = gone }

    deinit { gone.signal() }
  }

  @Test func `much is let go of elsewhere, whoever still refers to what held it`() {
    let gone = DispatchSemaphore(value: 0)
    let remains = Remains(of: 40, [Piece(gone)])
    remains.letGo()
    gone.wait()
    withExtendedLifetime(remains) {}
  }

  @Test func `little goes with what held it`() {
    let gone = DispatchSemaphore(value: 0)
    var remains: Remains? = Remains(of: 39, [Piece(gone)])
    remains?.letGo()
    #expect(gone.wait(timeout: .now() + .milliseconds(20)) == .timedOut)
    remains = nil
    #expect(gone.wait(timeout: .now()) == .success)
  }
}
