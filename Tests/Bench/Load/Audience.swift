import Glibc
import ServerTesting

/// One who speaks and many who listen, on one server: either ours, where each message is an edit that
/// is merged and durable before anybody hears of it, or one that passes bytes on.
final class Audience {
  /// What came of speaking for a while.
  struct Outcome {
    /// Messages that came to listeners; one that brings several edits counts as so many.
    var deliveryCount = 0
    var messageCount = 0
    var byteCount = 0
    var serverSeconds = 0.0
    /// How long each took from the speaker to a listener, the shortest first.
    var waits: [Duration] = []

    /// Deliveries for each second of the server's processor time.
    var rate: Double { Double(deliveryCount) / max(0.01, serverSeconds) }

    /// So long that this share waited less.
    func wait(_ share: Double) -> Duration { waits[Int(Double(waits.count - 1) * share)] }
  }

  /// Connections of one device, of 32 that it may have.
  private static let perDevice = 30

  let crowd = Crowd()
  let listenerCount: Int
  private let speaker: Int
  private let processorSeconds: () throws -> Double
  /// The frame of message `number`, and how many edits a payload brings to a listener.
  private let frame: (_ number: Int) -> [UInt8]
  private let count: (Span<UInt8>) -> Int
  /// Connects one more.
  private let invite: (_ window: CInt?) throws -> Int
  private var spoken = 0

  /// The devices that so many listeners need, and one that speaks.
  static func deviceCount(for listenerCount: Int) -> Int {
    (listenerCount + perDevice - 1) / perDevice + 1
  }

  /// An audience of our server, to which edits of `books` are said, each with `note`; nobody else edits
  /// them. Listeners are the members from 0.
  init(
    of server: MeasuredServer, _ tokens: [String], listenerCount: Int, books: Range<Int>,
    note: String = Edit.usual
  ) throws {
    for member in 0..<listenerCount {
      _ = try crowd.greet(
        port: server.port, token: tokens[1 + member / Self.perDevice], incarnation: "listener",
        isLive: true)
    }
    self.listenerCount = listenerCount
    invite = { [crowd] window in
      try crowd.greet(
        port: server.port, token: tokens[tokens.count - 1], incarnation: "guest", isLive: true,
        window: window)
    }
    let life = "speaker-\(listenerCount)"
    speaker = try crowd.greet(
      port: server.port, token: tokens[0], incarnation: life, isLive: false)
    processorSeconds = server.processorSeconds
    frame = { number in
      let book = books.lowerBound + number % books.count
      let edit = Edit(book: book, n: number + 1, base: books.upperBound, note: "\(note) \(number)")
      return edit.frame(batch: number, id: "\(life)-\(number)")
    }
    count = { $0.editCount }
  }

  /// An audience of the broadcasting `process` behind `port`, to which `byteCount` bytes are said.
  init(of process: DogearProcess, port: Int, listenerCount: Int, byteCount: Int) throws {
    for _ in 0..<listenerCount { _ = try crowd.join(port: port) }
    self.listenerCount = listenerCount
    speaker = try crowd.join(port: port)
    invite = { [crowd] window in try crowd.join(port: port, window: window) }
    processorSeconds = { try MeasuredServer.processorSeconds(of: process.identifier) }
    let message = TestSocket.frame(
      opcode: 1, [UInt8](repeating: UInt8(ascii: "x"), count: byteCount))
    frame = { _ in message }
    count = { _ in 1 }
  }

  private func sayNext() {
    crowd.say(frame(spoken), by: speaker)
    spoken += 1
  }

  /// Speaks for `duration`, with `inFlight` messages under way that not everybody has heard.
  func speak(for duration: Duration, inFlight: Int) throws -> Outcome {
    var outcome = Outcome()
    let (first, before) = (spoken, try processorSeconds())
    let end = ContinuousClock.now + duration
    for _ in 0..<inFlight { sayNext() }
    try crowd.wait(
      "what was said", while: { outcome.deliveryCount < (spoken - first) * listenerCount }
    ) { member, payload in
      guard member != speaker else { return }
      outcome.deliveryCount += count(payload)
      outcome.messageCount += 1
      outcome.byteCount += payload.count
      while spoken - first - outcome.deliveryCount / listenerCount < inFlight,
        ContinuousClock.now < end
      { sayNext() }
    }
    outcome.serverSeconds = try processorSeconds() - before
    return outcome
  }

  /// Speaks once every `interval`, so many times, and notes how long each listener waited.
  func speak(every interval: Duration, times: Int) throws -> Outcome {
    var outcome = Outcome()
    var said: [ContinuousClock.Instant] = []
    var heard = [Int](repeating: 0, count: listenerCount)
    func take(_ member: Int, _ payload: Span<UInt8>) {
      guard member < listenerCount else { return }
      for _ in 0..<count(payload) {
        outcome.waits.append(said[heard[member]].duration(to: .now))
        heard[member] += 1
      }
    }
    var due = ContinuousClock.now
    for _ in 0..<times {
      while true {
        let rest = due - .now
        guard rest > .zero else { break }
        try crowd.turn(milliseconds: Int(rest / .milliseconds(1)), take)
      }
      said.append(.now)
      sayNext()
      due += interval
    }
    try crowd.wait(
      "what was said", while: { outcome.waits.count < times * listenerCount }, take)
    outcome.waits.sort()
    return outcome
  }

  // MARK: Guests

  /// Connects so many more, which nobody waits for. Those that are deaf never read, and have room for
  /// few bytes that they have not read.
  func invite(_ count: Int, areDeaf: Bool) throws -> Set<Int> {
    let guests = try (0..<count).map { _ in try invite(areDeaf ? 4_096 : nil) }
    if areDeaf { for guest in guests { crowd.listen(guest, isOn: false) } }
    return Set(guests)
  }

  /// Sends guests away.
  func dismiss(_ guests: Set<Int>) { for guest in guests { crowd.leave(guest) } }

  /// Sends deaf guests away, once they have read what was there for them, and that something was
  /// dropped: so they were told too much.
  func dismissDeaf(_ guests: Set<Int>) throws {
    for guest in guests { crowd.listen(guest, isOn: true) }
    var told: Set<Int> = []
    try crowd.wait("word that they are behind", while: { told != guests }) { member, payload in
      if payload.isBehind { told.insert(member) }
    }
    dismiss(guests)
  }
}
