import COpenSSL

/// The keys of session tickets, by which a peer that was here lately resumes its session: half the
/// bytes of a handshake and no signature.
///
/// They live in memory alone, and each for so long: who steals one can read along what was resumed by
/// its tickets, and nothing older. Rotate every `TransportLimits.ticketSeconds`: a ticket then opens
/// for at least that long, and is of no use after twice as long.
package struct TicketKeys: Sendable {
  struct Key: Sendable {
    /// Tells the peer's ticket which key opens it.
    let name: [UInt8]
    let cipher: [UInt8]
    let mac: [UInt8]

    init() {
      name = Self.random(16)
      cipher = Self.random(32)
      mac = Self.random(32)
    }

    private static func random(_ count: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      let result = unsafe RAND_bytes(&bytes, CInt(count))
      precondition(result == 1, "The system gives no random numbers.")
      return bytes
    }
  }

  /// Seals new tickets.
  let current: Key
  /// Still opens the tickets of before the last rotation.
  let previous: Key?

  /// Fresh keys.
  package init() {
    self.init(current: Key(), previous: nil)
  }

  private init(current: Key, previous: Key?) {
    self.current = current
    self.previous = previous
  }

  /// A fresh key for new tickets; the one before still opens its own.
  package func rotated() -> TicketKeys {
    TicketKeys(current: Key(), previous: current)
  }
}
