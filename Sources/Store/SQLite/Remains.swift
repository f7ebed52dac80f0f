import Dispatch
import Synchronization

/// What a commit held and needs no more. To take apart the many thousand pieces of some hundred entities
/// takes near a tenth of a commit's time, for which nobody should wait.
final class Remains: Sendable {
  private let entityCount: Int
  private let parts: Mutex<[any Sendable]>

  /// All that `parts` hold alone, of so many entities.
  init(of entityCount: Int = 0, _ parts: [any Sendable] = []) {
    self.entityCount = entityCount
    self.parts = Mutex(parts)
  }

  /// Lets go of it on another thread, whoever still refers to this, unless that is done sooner than handed
  /// over.
  func letGo() {
    guard entityCount >= Limits.pipelinePartCount else { return }
    DispatchQueue.global().async { self.parts.withLock { $0 = [] } }
  }
}
