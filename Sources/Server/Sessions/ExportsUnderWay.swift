import Store
import Synchronization
import Transport

/// How many exports each device has asked for and not taken yet, on all loops together. Each holds a
/// whole library in memory until it is taken, and costs the others at the desk their turn.
final class ExportsUnderWay: Sendable {
  private let counts = Mutex<[SecretHash: Int]>([:])

  /// Counts one more of each of `secrets`, by which one request names its device; false, and nothing
  /// counted, where one of them has as many as it may have.
  fileprivate func begin(by secrets: [SecretHash]) -> Bool {
    counts.withLock { counts in
      let isFull = secrets.contains { counts[$0] ?? 0 >= Limits.exportsUnderWayMax }
      guard !isFull else { return false }
      for secret in secrets { counts[secret, default: 0] += 1 }
      return true
    }
  }

  /// Counts one less of each.
  fileprivate func end(by secrets: [SecretHash]) {
    counts.withLock { counts in
      for secret in secrets {
        guard let count = counts[secret] else { continue }
        counts[secret] = count > 1 ? count - 1 : nil
      }
    }
  }
}

/// Those of them that the connections of one loop are there for.
struct LoopExports {
  private let all: ExportsUnderWay
  private var own: [ConnectionID: (secrets: [SecretHash], isAnswered: Bool)] = [:]

  init(_ all: ExportsUnderWay) {
    self.all = all
  }

  /// Whether another one may be made, for a request with these credentials. Where the connection asked for
  /// one before, that is all but taken: no more is read from a peer for which more waits than a little.
  mutating func begin(for credentials: Credentials, on id: ConnectionID) -> Bool {
    closed(id)
    let secrets = credentials.tokens.map { SecretHash($0.hash) }
    guard all.begin(by: secrets) else { return false }
    own[id] = (secrets, isAnswered: false)
    return true
  }

  /// The answer to what the connection asked for is on its way.
  mutating func answered(on id: ConnectionID) {
    own[id]?.isAnswered = true
  }

  /// Everything is with the kernel that was on its way.
  mutating func delivered(on id: ConnectionID) {
    if own[id]?.isAnswered == true { closed(id) }
  }

  /// The connection is gone.
  mutating func closed(_ id: ConnectionID) {
    if let export = own.removeValue(forKey: id) { all.end(by: export.secrets) }
  }
}
