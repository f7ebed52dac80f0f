import Library
import Replica

/// What one device's replica heard and did, for the replica in another language to do the same
/// (`Tests/Web/support/replica-trace.mjs`).
struct Trace {
  let device: Int
}

extension World {
  mutating func beginTrace(of index: Int) {}

  mutating func keepTrace(of index: Int, _ event: Event, _ turn: Turn, _ outputs: [Output]) {}
}
