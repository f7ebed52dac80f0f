/// Writes one message to many outlets, by a ring where there is one.
struct BatchWriter {
  /// The place of an outlet that did not take all, and what came of it.
  typealias Rest = (place: Int, outcome: ByteStream.Outcome)

  private enum Way {
    case untried
    case ring(SendRing)
    case oneByOne
  }

  private var way = Way.untried

  /// A writer that has no ring, and asks for none.
  static var oneByOne: BatchWriter {
    var writer = BatchWriter()
    writer.way = .oneByOne
    return writer
  }

  /// Writes `bytes` to each of at most `TransportLimits.batchCount` outlets, no two of which are of one
  /// connection. Returns those that did not take all.
  mutating func write(_ bytes: UnsafeRawBufferPointer, to outlets: [Outlet]) -> [Rest] {
    var rest: [Rest] = []
    var written = 0
    if let ring = ring(for: outlets.count) {
      written = unsafe ring.write(bytes, to: outlets, rest: &rest)
      if written < outlets.count { way = .oneByOne }
    }
    for place in written..<outlets.count {
      let outcome = unsafe outlets[place].write(bytes, moreFollows: false)
      if outcome != .moved(bytes.count) { rest.append((place, outcome)) }
    }
    return rest
  }

  /// A ring is made when it is first of use.
  private mutating func ring(for count: Int) -> SendRing? {
    guard count >= TransportLimits.ringBatchCountMin else { return nil }
    if case .untried = way { way = SendRing().map(Way.ring) ?? .oneByOne }
    return if case .ring(let ring) = way { ring } else { nil }
  }
}
