import Synchronization

/// Lets no question of a stranger pass to a desk.
final class Door: Sendable {
  private let paired: PairedSecrets
  private let clock: @Sendable () -> Int
  /// Keys of e-readers that were wrong, by address: people make them of passwords, and the code in one is
  /// seen on a screen.
  private let wrongKeys = Mutex(
    RateLimit(
      burst: Limits.pairingAttemptBurst,
      refillMilliseconds: Limits.pairingAttemptRefillMilliseconds,
      addressesMax: Limits.pairingAddressesMax))

  /// Lets in whoever is `paired`.
  init(_ paired: PairedSecrets, clock: @escaping @Sendable () -> Int) {
    self.paired = paired
    self.clock = clock
  }

  /// What to tell whoever asks from `address`; nil where the question goes on to a desk.
  func refusal(
    of call: Route.Call, _ credentials: Credentials, from address: String
  ) -> Reply? {
    guard call.needsDevice else { return nil }
    let isPaired = credentials.secrets.contains(where: paired.contains)
    guard case .koreader(let call) = call else { return isPaired ? nil : .notPaired }
    let now = clock()
    return wrongKeys.withLock { wrongKeys in
      // A right one is not told from a wrong one then.
      if let wait = wrongKeys.wait(of: address, now: now) {
        return KOReaderFault.tooManyTries(call, wait: wait).reply
      }
      if isPaired { return nil }
      _ = wrongKeys.attempt(by: address, now: now)
      return KOReaderFault.notPaired.reply
    }
  }
}
