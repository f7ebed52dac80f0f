import Store
import Transport

/// The exports and imports that the connections of one loop have asked for, as long as their answers are not
/// made and taken. Each costs the others at the desk their turn, whoever still waits for it, and may then
/// hold a whole library in memory.
struct LargeCalls {
  private enum Stage {
    /// At the desk, or before it.
    case waiting
    /// The same, and nobody will take the answer.
    case left
    /// The answer is on its way.
    case answered
  }

  private let all: UnderWay
  private var own: [ConnectionID: (secrets: [SecretHash], stage: Stage)] = [:]

  /// Counts them among `all`, which the loops share.
  init(_ all: UnderWay) {
    self.all = all
  }

  /// Whether another one may be made, for a request with these credentials. Where the connection made one
  /// before, its answer is all but taken: no more is read from a peer for which more waits than a little.
  mutating func begin(for credentials: Credentials, on id: ConnectionID) -> Bool {
    end(id)
    let secrets = credentials.secrets
    guard all.begin(by: secrets) else { return false }
    own[id] = (secrets, .waiting)
    return true
  }

  /// The answer to what the connection asked last is made, and on its way, if anybody is there.
  mutating func answered(on id: ConnectionID) {
    guard let call = own[id] else { return }
    if call.stage == .left { end(id) } else { own[id]?.stage = .answered }
  }

  /// Everything is with the kernel that was on its way.
  mutating func delivered(on id: ConnectionID) {
    if own[id]?.stage == .answered { end(id) }
  }

  /// The connection is gone. What it asked for counts until the desk has come to it.
  mutating func closed(_ id: ConnectionID) {
    guard let call = own[id] else { return }
    if call.stage == .waiting { own[id]?.stage = .left } else { end(id) }
  }

  private mutating func end(_ id: ConnectionID) {
    if let call = own.removeValue(forKey: id) { all.end(by: call.secrets) }
  }
}
