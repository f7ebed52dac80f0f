import Glibc
import Testing

@testable import Transport

/// By a ring and one by one: what comes out is the same.
struct BatchWriterTests {
  private static let message = (0..<1 << 16).map { UInt8(truncatingIfNeeded: $0 * 31) }

  /// Where there is no ring, one by one is all there is to test.
  private static let ways = SendRing() == nil ? [false] : [false, true]

  @Test(arguments: ways, [TransportLimits.ringBatchCountMin, TransportLimits.batchCount])
  func `who takes all gets all, and what came of the others is told`(byRing: Bool, count: Int)
    throws
  {
    var writer = byRing ? BatchWriter() : .oneByOne
    var (near, far): ([Descriptor], [Descriptor]) = ([], [])
    for _ in 0..<count {
      var ends: [CInt] = [0, 0]
      try #require(unsafe socketpair(AF_UNIX, Self.kind, 0, &ends) == 0)
      near.append(try Descriptor(ends[0], from: "socketpair"))
      far.append(try Descriptor(ends[1], from: "socketpair"))
    }
    let outlets = near.map { Outlet($0) }
    let (full, narrow, gone) = (3, 5, 8)
    while Self.write(to: outlets[full]) != .wouldBlock {}
    var room: CInt = 16 << 10
    #expect(unsafe setsockopt(near[narrow].raw, SOL_SOCKET, SO_SNDBUF, &room, 4) == 0)
    #expect(shutdown(far[gone].raw, CInt(SHUT_RDWR)) == 0)

    let rest = unsafe Self.message.withUnsafeBytes { unsafe writer.write($0, to: outlets) }

    let outcomes = Dictionary(uniqueKeysWithValues: rest.map { ($0.place, $0.outcome) })
    #expect(outcomes.keys.sorted() == [full, narrow, gone])
    #expect(outcomes[full] == .wouldBlock)
    #expect(outcomes[gone] == .failed)
    guard case .moved(let part)? = outcomes[narrow] else {
      Issue.record("It took \(String(describing: outcomes[narrow])).")
      return
    }
    for place in 0..<count where place != full && place != gone {
      let taken = place == narrow ? part : Self.message.count
      #expect(Self.read(far[place]) == Self.message.prefix(taken))
    }
  }

  /// A second batch finds the ring as empty as the first.
  @Test func `batches follow each other`() throws {
    var writer = BatchWriter()
    var ends: [CInt] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, Self.kind, 0, &ends) == 0)
    let near = try Descriptor(ends[0], from: "socketpair")
    let far = try Descriptor(ends[1], from: "socketpair")
    let outlets = Array(repeating: Outlet(near), count: TransportLimits.batchCount)
    for round in 0..<20 as Range<UInt8> {
      let rest = unsafe [round].withUnsafeBytes { unsafe writer.write($0, to: outlets) }
      #expect(rest.isEmpty)
      #expect(Self.read(far) == Array(repeating: round, count: outlets.count)[...])
    }
  }

  private static let kind = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)

  private static func write(to outlet: Outlet) -> ByteStream.Outcome {
    unsafe message.withUnsafeBytes { unsafe outlet.write($0, moreFollows: false) }
  }

  /// All that is there.
  private static func read(_ descriptor: Descriptor) -> ArraySlice<UInt8> {
    var bytes: ArraySlice<UInt8> = []
    var piece = [UInt8](repeating: 0, count: message.count)
    while case let count = unsafe Glibc.read(descriptor.raw, &piece, piece.count), count > 0 {
      bytes += piece.prefix(count)
    }
    return bytes
  }
}
