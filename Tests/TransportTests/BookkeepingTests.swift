import Framing
import Glibc
import Testing
@testable import Transport

/// The loop's own data structures, without a loop.
struct BookkeepingTests {
  @Test(arguments: 0..<20)
  func `deadlines come up in the order of their times, and not before`(_ seed: Int) {
    let start = ContinuousClock.now
    var deadlines = Deadlines<Int>()
    let offsets = (0..<seed * 7).map { ($0 * 7_919 * (seed + 1)) % 50 }
    for offset in offsets { deadlines.insert(offset, at: start + .seconds(offset)) }
    var due: [Int] = []
    while let entry = deadlines.popDue(start + .seconds(25)) { due.append(entry.item) }
    #expect(due == offsets.filter { $0 <= 25 }.sorted())
    #expect(deadlines.earliest == offsets.filter { $0 > 25 }.min().map { start + .seconds($0) })
  }

  @Test func `an alarm gives way to others once, whenever its turn comes round`() {
    var patience = AlarmPatience()
    var answered: [Int] = []
    // Of so many that are ready its turn comes in each third tick.
    for tick in 1...12 where patience.isAnswered(isDue: tick % 3 == 0, isMoreReady: true) {
      answered.append(tick)
    }
    #expect(answered == [6, 12])
    let (alone, none) = (
      patience.isAnswered(isDue: true, isMoreReady: false),
      patience.isAnswered(isDue: false, isMoreReady: false)
    )
    #expect(alone && !none)
  }

  @Test func `an id finds nothing once its slot has another connection`() throws {
    var table = ConnectionTable(loop: 3)
    let first = table.insert(Self.connection)
    #expect(first.id.loop == 3)
    table.remove(first.id)
    let second = table.insert(Self.connection)
    #expect(first.id.slot == second.id.slot)
    #expect(table[first.id] == nil)
    #expect(table[second.id] === second)
    #expect(table.count == 1)
    #expect(ConnectionID(token: second.id.token) == second.id)
  }

  private static func connection(_ id: ConnectionID) -> Connection {
    let nowhere = try? Descriptor(unsafe open("/dev/null", O_RDWR), from: "open")
    guard let nowhere else { preconditionFailure("/dev/null") }
    return Connection(
      id: id, peer: .local, stream: ByteStream(nowhere), limits: TransportLimits(),
      pool: DeflatePool(), date: HTTPDate(), now: .now)
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
    (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
    (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
  ])
  func `the date of an answer is spelled as RFC 9110 has it`(seconds: Int, text: String) {
    #expect(HTTPDate.text(of: seconds) == text)
  }

  @Test(arguments: 0..<12)
  func `what is buffered arrives whole and in order, however little the kernel takes`(_ seed: Int)
    throws
  {
    var ends: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let near = ByteStream(try Descriptor(ends[0], from: "socketpair"))
    var far = ByteStream(try Descriptor(ends[1], from: "socketpair"))
    var size: CInt = 4_096
    unsafe setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, 4)
    var out = OutBuffer()
    var cork = [UInt8](repeating: 0, count: TransportLimits.corkByteCount)
    var inbox = [UInt8](repeating: 0, count: 3_000)
    var sent: [UInt8] = []
    var arrived: [UInt8] = []
    for index in 0..<200 {
      let count = [0, 1, 200, 5_000, 20_000][(index * (seed + 1)) % 5]
      let chunk = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: count)
      sent += chunk
      out.append(chunk)
    }
    #expect(out.byteCount == sent.count)
    for _ in 0..<100_000 where arrived.count < sent.count {
      let outcome = out.flush(to: near, cork: &cork)
      try #require(outcome != .failed)
      while case .moved(let count) = far.read(into: &inbox) { arrived += inbox[..<count] }
    }
    // As truth values: a failure should not print the bytes.
    let (isDrained, isWhole) = (out.isEmpty, arrived == sent)
    #expect(isDrained)
    #expect(isWhole)
  }

  @Test(arguments: [[9_000], [100, 100, 8_800], [Int](repeating: 100, count: 90)])
  func `who takes as fast as it is given leaves the others their turn`(_ sizes: [Int]) throws {
    var ends: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let near = ByteStream(try Descriptor(ends[0], from: "socketpair"))
    let far = try Descriptor(ends[1], from: "socketpair")
    var out = OutBuffer()
    // What is small goes out together, as much as the cork has room for.
    var cork = [UInt8](repeating: 0, count: 1_000)
    for size in sizes { out.append([UInt8](repeating: 7, count: size)) }
    #expect(out.flush(to: near, cork: &cork, atMost: 4_000) == .blocked)
    #expect((4_000...5_000).contains(9_000 - out.byteCount))
    #expect(out.flush(to: near, cork: &cork, atMost: 9_000) == .drained)
    withExtendedLifetime(far) {}
  }

  /// Each pong has two bytes, and takes many times as much while it waits.
  @Test func `what waits counts by what it takes, not by what it says`() {
    var out = OutBuffer()
    for _ in 0..<1_000 { out.append([0x8A, 0]) }
    #expect(out.byteCount == 2_000)
    #expect(out.weight > 64_000)
    out.removeAll()
    #expect(out.weight == 0)
  }
}
