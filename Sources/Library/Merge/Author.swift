/// Whose operation it is, and what its author had seen (SYNC §2).
public struct Author: Hashable, Sendable {
  /// The reserved device id of the server itself, the only writer of server kinds and fields. No
  /// device is ever given it.
  public static let server = "server"

  /// The device, as the server knows it.
  public let device: String
  /// The life of that device's queue: a restored or cloned device takes a new one.
  public let incarnation: String
  /// The operation's place in the order of (device, incarnation).
  public let n: Int
  /// The library sequence applied on the device when the edit was made.
  public let base: Int
  /// The device's corrected clock at that moment, in milliseconds since 1970 UTC.
  public let at: Int

  /// Makes an author from its parts.
  public init(device: String, incarnation: String, n: Int, base: Int, at: Int) {
    self.device = device
    self.incarnation = incarnation
    self.n = n
    self.base = base
    self.at = at
  }

  /// The same author as one who knows of their own writes those to the alias `id` alone, beside what
  /// lies at or below `base`.
  func writing(to id: String) -> Author {
    let own = Self.incarnation(incarnation, writingTo: id)
    return Author(device: device, incarnation: own, n: n, base: base, at: at)
  }

  /// By what name the versions of an incarnation that wrote to the alias `id` are told from its others.
  static func incarnation(_ incarnation: String, writingTo id: String) -> String {
    "\(incarnation)/\(id)"
  }

  /// The same author as one who wrote nothing before: they had seen what lies at or below `base`.
  var asStranger: Author {
    Author(device: device, incarnation: incarnation, n: .min, base: base, at: at)
  }

  /// Whether `version` is their own, under whatever name of the entity.
  func isOwn(_ version: Version) -> Bool {
    version.device == device
      && version.incarnation.prefix { $0 != "/" } == incarnation.prefix { $0 != "/" }
  }

  /// Whether the author had seen what `version` wrote: it lies at or below `base`, or the same
  /// incarnation of the same device wrote it, earlier or in this very operation (SYNC §2, *Seen*).
  public func hasSeen(_ version: Version) -> Bool {
    #if MUTANTS
      if Mutant.isOn(.everythingSeen) { return true }
    #endif
    return version.seq <= base
      || (version.n <= n && version.device == device && version.incarnation == incarnation)
  }
}
