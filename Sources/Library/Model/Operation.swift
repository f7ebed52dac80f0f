/// What one person did at once on one device: changes that apply together or not at all (SYNC §2).
public struct Operation: Hashable, Sendable {
  /// A random id; the server applies an id once, however often it is sent.
  public var id: String
  /// The place in the device's own order: 1, 2, 3… without a gap per (device, incarnation).
  public var n: Int
  /// The library sequence that the author had applied when the edit was made.
  public var base: Int
  /// The author's corrected clock when the edit was made, in milliseconds since 1970 UTC.
  public var at: Int
  /// The epoch that `base` counts in, where that is another than the library's present one: the
  /// edit was made before the server was restored (SYNC §3, *Resume*).
  public var epoch: String?
  /// 1…64 changes, in order.
  public var changes: [Change]

  /// Makes an operation from its parts.
  public init(id: String, n: Int, base: Int, at: Int, epoch: String? = nil, changes: [Change]) {
    self.id = id
    self.n = n
    self.base = base
    self.at = at
    self.epoch = epoch
    self.changes = changes
  }
}
