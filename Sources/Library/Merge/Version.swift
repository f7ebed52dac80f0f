/// Which operation wrote a value, and the stamp that decides between concurrent ones (SYNC §2).
public struct Version: Hashable, Sendable {
  /// Milliseconds since 1970 UTC: the author's clock within the server's bounds, and later than
  /// whatever the author had seen.
  public let stamp: Int
  /// The library sequence of the operation.
  public let seq: Int
  /// The operation's place in the order of (device, incarnation).
  public let n: Int
  let writer: Writer

  /// Makes a version from its parts.
  public init(stamp: Int, seq: Int, device: String, incarnation: String, n: Int) {
    self.init(
      stamp: stamp, seq: seq, writer: Writer(device: device, incarnation: incarnation), n: n)
  }

  /// Makes a version that shares `writer` with others.
  init(stamp: Int, seq: Int, writer: Writer, n: Int) {
    self.stamp = stamp
    self.seq = seq
    self.writer = writer
    self.n = n
  }

  /// The device that wrote it.
  public var device: String { writer.device }

  /// The incarnation of that device.
  public var incarnation: String { writer.incarnation }

  /// Whether this version wins over a concurrent `other`: by stamp, then by device id; a device
  /// that was cloned meets itself, so then by incarnation and by order.
  public func wins(over other: Version) -> Bool {
    #if MUTANTS
      if Mutant.isOn(.lastArrivalWins), seq != other.seq { return seq > other.seq }
    #endif
    if stamp != other.stamp { return stamp > other.stamp }
    if device != other.device { return other.device.utf8.lexicographicallyPrecedes(device.utf8) }
    if incarnation != other.incarnation {
      return other.incarnation.utf8.lexicographicallyPrecedes(incarnation.utf8)
    }
    return n > other.n
  }

  /// Whether `other` comes from the same incarnation of the same device.
  func hasSameAuthor(as other: Version) -> Bool {
    writer == other.writer
  }

  /// One life of a device, which the versions of an entity share as far as it wrote them: they are copied
  /// with every value, and two texts in each would be most of what that costs.
  final class Writer: Hashable, Sendable {
    let device: String
    let incarnation: String

    init(device: String, incarnation: String) {
      self.device = device
      self.incarnation = incarnation
    }

    static func == (left: Writer, right: Writer) -> Bool {
      left === right || left.device == right.device && left.incarnation == right.incarnation
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(device)
      hasher.combine(incarnation)
    }
  }
}
