/// Positions in an order that people make by hand: the digits of a fraction in base 62, compared as
/// text (SYNC §2, *reorder*).
///
/// A key carries at least 30 random bits, so that two devices that put something in the same gap
/// hardly ever choose the same key; if they do, ids break the tie.
public enum FractionalKey {
  /// One past the greatest `random`: six digits, some 35 bits.
  public static let randomRange = 0..<56_800_235_584

  /// The length of a key that is put at an end of the order, where room is ample: four digits above
  /// the six random ones.
  private static let endLength = 10

  /// The least number of keys to choose among, which gives 30 random bits.
  private static let choicesMin = 1 << 30

  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// Whether `text` is 1 to 64 digits of base 62.
  public static func isValid(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= Limits.fractionalKeyLengthMax
      && text.utf8.allSatisfy { digit($0) != nil }
  }

  /// A key after `lower` and before `upper`, where nil is the end of the order on that side.
  ///
  /// At an end it steps away by a random part of a small step, so keys stay short however many are
  /// appended; in a gap it falls anywhere in it, so they grow by two or three bits an insertion.
  /// - Parameters:
  ///   - lower: The key before, or nil.
  ///   - upper: The key after, or nil.
  ///   - random: A random number of `randomRange`.
  /// - Returns: The key, or nil when there is no room within 64 digits, or `lower` does not come
  ///   before `upper`: the order is then to be rebalanced.
  public static func between(_ lower: String?, _ upper: String?, random: Int) -> String? {
    precondition(randomRange.contains(random), "random lies in FractionalKey.randomRange")
    guard let low = digits(lower), let high = digits(upper) else { return nil }
    if upper == nil, let key = stepUp(from: lower == nil ? middle : low, random: random) {
      return key
    }
    if lower == nil, upper != nil, let key = stepDown(from: high, random: random) { return key }
    return inGap(low, high, isOpen: upper == nil, random: random)
  }

  /// The keys of `count` members that are put in order between two others, where nil is the end of the
  /// order on that side: evenly spread, each as short as leaves room for some dozen others between any
  /// two, and always the same for the same count and neighbours.
  /// - Parameters:
  ///   - count: How many keys.
  ///   - lower: The key before them, or nil.
  ///   - upper: The key after them, or nil.
  ///   - lengthMax: The most digits that one may have.
  /// - Returns: The keys in their order, or nil where there is no such room.
  public static func spread(
    _ count: Int, after lower: String? = nil, before upper: String? = nil,
    lengthMax: Int = Limits.fractionalKeyLengthMax
  ) -> [String]? {
    precondition(count >= 0, "an order has no fewer than no members")
    guard let low = digits(lower), let high = digits(upper) else { return nil }
    // How many keys of so many digits lie between the two.
    var range = upper == nil ? 1 : 0
    for length in 1...lengthMax {
      let place = length - 1
      range =
        range * alphabet.count + (place < high.count ? high[place] : 0)
        - (place < low.count ? low[place] : 0)
      guard range >= 0 else { return nil }
      guard range / alphabet.count > count else { continue }
      let start = padded(low, to: length)
      return (0..<count).compactMap { place in
        text(adding: (place + 1) * range / (count + 1), to: start)
      }
    }
    return nil
  }

  // MARK: Choosing

  /// Half of the whole range.
  private static let middle: [Int] = [31]

  private static func stepUp(from low: [Int], random: Int) -> String? {
    let start = padded(low, to: endLength)
    return text(adding: 1 + random, to: start)
  }

  /// Below the floor of `high` by a step: strictly below `high` itself.
  private static func stepDown(from high: [Int], random: Int) -> String? {
    text(adding: -(1 + random), to: padded(high, to: endLength))
  }

  /// Anywhere between `low` and `high` (or the end, when `isOpen`), with as few digits as offer
  /// enough choices.
  private static func inGap(
    _ low: [Int], _ high: [Int], isOpen: Bool, random: Int
  ) -> String? {
    var gap = isOpen ? 1 : 0
    for length in 1...Limits.fractionalKeyLengthMax {
      let place = length - 1
      gap = gap * 62 + (place < high.count ? high[place] : 0) - (place < low.count ? low[place] : 0)
      guard gap >= 0 else { return nil }
      if gap > choicesMin || length == Limits.fractionalKeyLengthMax {
        guard gap > 1 else { return nil }
        return text(adding: 1 + random % (gap - 1), to: padded(low, to: length))
      }
    }
    return nil
  }

  // MARK: Digits

  private static func padded(_ digits: [Int], to length: Int) -> [Int] {
    Array(digits.prefix(length)) + repeatElement(0, count: max(0, length - digits.count))
  }

  /// The fraction `digits` plus `amount` units of its last digit, without the zeros at its end; nil
  /// when it leaves the range between 0 and 1.
  private static func text(adding amount: Int, to digits: [Int]) -> String? {
    var digits = digits
    var carry = amount
    for place in digits.indices.reversed() where carry != 0 {
      let sum = digits[place] + carry
      digits[place] = ((sum % 62) + 62) % 62
      carry = (sum - digits[place]) / 62
    }
    while digits.last == 0 { digits.removeLast() }
    guard carry == 0, !digits.isEmpty else { return nil }
    return String(decoding: digits.map { alphabet[$0] }, as: UTF8.self)
  }

  /// The digits of `key`; none for nil, and nil for text that is no key.
  private static func digits(_ key: String?) -> [Int]? {
    guard let key else { return [] }
    guard isValid(key) else { return nil }
    return key.utf8.compactMap { digit($0) }
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 10
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 36
    default: nil
    }
  }
}
