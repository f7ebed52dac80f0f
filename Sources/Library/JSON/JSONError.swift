/// Why a text is no JSON that Dogear reads (RFC 8259, with the bounds of `Limits`).
public enum JSONError: Error, Hashable, Sendable {
  /// A byte that cannot stand at `offset`.
  case unexpected(offset: Int)
  /// The text stops in the middle of a value.
  case truncated
  /// Something follows the value, from `offset` on.
  case trailing(offset: Int)
  /// A string at `offset` is no valid UTF-8, or has half of a surrogate pair.
  case invalidText(offset: Int)
  /// A string at `offset` has more marks on one letter than its reader bears.
  case crowdedText(offset: Int)
  /// A number at `offset` that no double holds.
  case numberOutOfRange(offset: Int)
  /// Arrays and objects nested deeper than `Limits.jsonDepthMax`.
  case tooDeep(offset: Int)
}
