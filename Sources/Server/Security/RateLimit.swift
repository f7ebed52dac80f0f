/// Attempts that an address may make: so many at once, then one for each interval (a token bucket
/// per address). Time comes as an argument.
package struct RateLimit {
  private let burst: Int
  private let refillMilliseconds: Int
  private let addressesMax: Int
  /// When each address will have all its attempts again, in milliseconds of the caller's clock.
  /// An address that has them is not kept.
  private var fullAt: [String: Int] = [:]

  /// Makes a limit of `burst` attempts that come back one per `refillMilliseconds`.
  package init(burst: Int, refillMilliseconds: Int, addressesMax: Int) {
    self.burst = burst
    self.refillMilliseconds = refillMilliseconds
    self.addressesMax = addressesMax
  }

  /// How many milliseconds `address` is to wait at `now` for its next attempt; nil where it has one.
  package func wait(of address: String, now: Int) -> Int? {
    guard let full = fullAt[address] else { return nil }
    let wait = burst * refillMilliseconds
    let used = min(max(full, now), now + wait) - now
    return used + refillMilliseconds <= wait ? nil : used + refillMilliseconds - wait
  }

  /// Takes one attempt of `address` at `now`. Returns nil when it had one, else how many
  /// milliseconds to wait for the next.
  package mutating func attempt(by address: String, now: Int) -> Int? {
    if fullAt[address] == nil, fullAt.count >= addressesMax { forget(now: now) }
    let wait = burst * refillMilliseconds
    // Nobody waits longer than for all attempts, also where the clock was set back meanwhile.
    let full = min(max(fullAt[address] ?? now, now), now + wait)
    let used = full - now
    guard used + refillMilliseconds <= wait else {
      fullAt[address] = full
      return used + refillMilliseconds - wait
    }
    fullAt[address] = full + refillMilliseconds
    return nil
  }

  /// Drops those who have all attempts again, and where that is nobody the half that is nearest
  /// to it: who has tried most stays remembered.
  private mutating func forget(now: Int) {
    fullAt = fullAt.filter { $0.value > now }
    guard fullAt.count >= addressesMax else { return }
    let middle = fullAt.values.sorted()[fullAt.count / 2]
    fullAt = fullAt.filter { $0.value > middle }
  }
}
