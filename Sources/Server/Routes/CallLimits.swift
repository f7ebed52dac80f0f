/// How often who may ask what of the call desks: counted once, whichever of them answers.
struct CallLimits: Sendable {
  /// Attempts to pair, by address.
  let pairing = SharedRateLimit(
    RateLimit(
      burst: Limits.pairingAttemptBurst,
      refillMilliseconds: Limits.pairingAttemptRefillMilliseconds,
      addressesMax: Limits.pairingAddressesMax))
  /// What the log has of those who were told that these are too many.
  let complaints = SharedRateLimit(
    RateLimit(
      burst: 1, refillMilliseconds: Limits.complaintMilliseconds,
      addressesMax: Limits.pairingAddressesMax))
  /// Codes that a device has made, by its id.
  let invitations = SharedRateLimit(
    RateLimit(
      burst: Limits.invitationBurst, refillMilliseconds: Limits.invitationRefillMilliseconds,
      addressesMax: Limits.pairingAddressesMax))
  /// What an e-reader asks, by its id.
  let koreader = SharedRateLimit(
    RateLimit(
      burst: Limits.koreaderBurst, refillMilliseconds: Limits.koreaderRefillMilliseconds,
      addressesMax: Limits.pairingAddressesMax))
}
