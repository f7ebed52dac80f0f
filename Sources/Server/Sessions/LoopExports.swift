import Store
import Transport

/// The exports that the connections of one loop have asked for and not taken yet. Each holds a whole
/// library in memory until it is taken, and costs the others at the desk their turn.
struct LoopExports {
  private let all: UnderWay
  private var own: [ConnectionID: (secrets: [SecretHash], isAnswered: Bool)] = [:]

  /// Counts them among `all`, which the loops share.
  init(_ all: UnderWay) {
    self.all = all
  }

  /// Whether another one may be made, for a request with these credentials. Where the connection asked for
  /// one before, that is all but taken: no more is read from a peer for which more waits than a little.
  mutating func begin(for credentials: Credentials, on id: ConnectionID) -> Bool {
    closed(id)
    let secrets = credentials.secrets
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
