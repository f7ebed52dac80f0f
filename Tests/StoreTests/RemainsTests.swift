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
    let remains = Remains(of: Limits.pipelinePartCount, [Piece(gone)])
    remains.letGo()
    #expect(gone.wait(timeout: .now() + 10) == .success)
    withExtendedLifetime(remains) {}
  }

  @Test func `little goes with what held it`() {
    let gone = DispatchSemaphore(value: 0)
    var remains: Remains? = Remains(of: Limits.pipelinePartCount - 1, [Piece(gone)])
    remains?.letGo()
    #expect(gone.wait(timeout: .now() + .milliseconds(20)) == .timedOut)
    remains = nil
    #expect(gone.wait(timeout: .now()) == .success)
  }
}
