import Synchronization

/// Counts the connections of all loops of a group, in all and by address.
final class Census: Sendable {
  private struct Counts {
    var total = 0
    var byAddress: [String: Int] = [:]
  }

  private let limits: TransportLimits
  private let counts = Mutex(Counts())

  init(_ limits: TransportLimits) {
    self.limits = limits
  }

  /// Counts one more, unless a limit is reached.
  /// - Returns: Why nobody more is taken, or nobody more of this address; nil where they are.
  func admit(_ peer: Peer) -> AdmissionRefusal? {
    let address = counted(peer)
    return counts.withLock { counts in
      guard counts.total < limits.connectionCountMax else { return .full }
      if let address {
        let count = counts.byAddress[address, default: 0]
        guard count < limits.connectionsPerAddressMax else { return .address }
        counts.byAddress[address] = count + 1
      }
      counts.total += 1
      return nil
    }
  }

  /// Counts one less.
  func leave(_ peer: Peer) {
    let address = counted(peer)
    counts.withLock { counts in
      counts.total -= 1
      guard let address, let count = counts.byAddress[address] else { return }
      counts.byAddress[address] = count > 1 ? count - 1 : nil
    }
  }

  /// The address to count by; nil for whoever needs no counting.
  private func counted(_ peer: Peer) -> String? {
    guard case .address(let address) = peer else { return nil }
    return peer.isHere && !limits.countsLoopbackAddresses
      ? nil : Network.name(of: address) ?? address
  }
}
