import Library
import ServerTesting

/// So many clients that push, each with so many ops under way.
struct PushLoad: CustomStringConvertible {
  let clientCount: Int
  let inFlight: Int
  /// Ops of all clients together.
  let operationCount: Int
  /// Ops a second of all clients together, however many are under way; nil: each pushes as soon as it
  /// may.
  var rate: Double?

  var description: String {
    clientCount == 1 ? "1 client × \(inFlight)" : "\(clientCount) clients × \(inFlight)"
  }

  /// The same with so many ops a second.
  func paced(at rate: Double) -> PushLoad {
    var load = self
    load.rate = rate
    return load
  }

  /// What came of one run.
  struct Outcome {
    /// From the first push to the last ack.
    var duration = Duration.zero
    /// What it took of the server's processor.
    var serverSeconds = 0.0
    /// The library's head after each commit, in order.
    var heads: [Int] = []
    /// How long each op waited for its ack, the shortest first: of those that followed on an ack, or were
    /// pushed when they were due.
    var waits: [Duration] = []
    /// The same of those that all clients push at once to begin with.
    var firstWaits: [Duration] = []

    /// So long that this share waited less.
    func wait(_ share: Double) -> Duration { waits.quantile(share) }

    /// Adds what came of a later run.
    mutating func add(_ later: Outcome) {
      duration += later.duration
      serverSeconds += later.serverSeconds
      heads += later.heads
      waits = (waits + later.waits).sorted()
      firstWaits = (firstWaits + later.firstWaits).sorted()
    }
  }

  private struct Client {
    let frames: [[UInt8]]
    var sent: [ContinuousClock.Instant] = []
  }

  /// Pushes all ops; one edits `book`, the next the one after it, and so on. All have seen `head`.
  func run(
    on server: MeasuredServer, tokens: [String], name: String, head: Int, book: Int
  ) throws -> Outcome {
    let crowd = Crowd()
    var clients: [Client] = []
    let share = operationCount / clientCount
    for number in 0..<clientCount {
      _ = try crowd.greet(
        port: server.port, token: tokens[number], incarnation: name, isLive: false)
      clients.append(
        Client(
          frames: (0..<share).map { index in
            let edit = Edit(book: book + number * share + index, n: index + 1, base: head)
            return edit.frame(batch: index, id: "\(name)-\(number)-\(index)")
          }))
    }
    let before = try server.processorSeconds()
    var outcome = try push(clients, through: crowd)
    outcome.serverSeconds = try server.processorSeconds() - before
    return outcome
  }

  private func push(_ clients: consuming [Client], through crowd: Crowd) throws -> Outcome {
    var clients = clients
    var heads: Set<Int> = []
    var waits: [Duration] = []
    var firstWaits: [Duration] = []
    var acknowledgedCount: Int { waits.count + firstWaits.count }
    func pushNext(_ number: Int, at time: ContinuousClock.Instant = .now) {
      let next = clients[number].sent.count
      guard next < clients[number].frames.count else { return }
      clients[number].sent.append(time)
      crowd.say(clients[number].frames[next], by: number)
    }
    func take(_ number: Int, _ payload: Span<UInt8>) {
      guard let ack = payload.acknowledged else { return }
      heads.insert(ack.head)
      let wait = clients[number].sent[ack.batch].duration(to: .now)
      if rate == nil, ack.batch < inFlight { firstWaits.append(wait) } else { waits.append(wait) }
      if rate == nil { pushNext(number) }
    }
    let start = ContinuousClock.now
    if let rate {
      // Each waits from when it was due, whether or not it could go then.
      var pushed = 0
      while acknowledgedCount < operationCount {
        let due = min(Int(start.duration(to: .now) / .seconds(1) * rate), operationCount)
        while pushed < due {
          pushNext(pushed % clientCount, at: start + .seconds(Double(pushed) / rate))
          pushed += 1
        }
        try crowd.turn(milliseconds: 1, take)
      }
    } else {
      for number in clients.indices { for _ in 0..<inFlight { pushNext(number) } }
      try crowd.wait("acks", while: { acknowledgedCount < operationCount }, take)
    }
    return Outcome(
      duration: start.duration(to: .now), heads: heads.sorted(), waits: waits.sorted(),
      firstWaits: firstWaits.sorted())
  }
}

extension [Duration] {
  /// So long that this share of them, which are in order, is shorter.
  func quantile(_ share: Double) -> Duration { self[Int(Double(count - 1) * share)] }
}

/// An edit of one book, ready to be pushed: some words that a reader adds.
struct Edit {
  let book: Int
  let n: Int
  let base: Int
  var note = Edit.usual

  /// A note of usual length.
  static let usual = "Chapter three again, on the train home."

  /// The push that has it alone.
  func frame(batch: Int, id: String) -> [UInt8] {
    TestSocket.frame(opcode: 1, payload(batch: batch, id: id))
  }

  /// The same without its frame.
  func payload(batch: Int, id: String) -> [UInt8] {
    let change = Change(
      EntityKey(kind: "book", id: Books.id(book)), set: ["note": .string(note)])
    let operation = Library.Operation(
      id: id, n: n, base: base, at: 1_800_000_000_000, changes: [change])
    let push: JSONValue = ["t": "push", "batch": .int(batch), "ops": [operation.json]]
    return push.canonicalBytes
  }
}
