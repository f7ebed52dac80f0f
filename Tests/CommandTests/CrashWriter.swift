import Library
import ServerTesting

/// A device that pushes as fast as acks come, with several batches in flight, and after a crash
/// goes on where the server says.
///
/// What it does follows from its number alone: for each of its books it makes, edits, tags, deletes
/// and restores it, notes progress in it, and renames a book that all writers share.
struct CrashWriter: Sendable {
  let number: Int
  let token: String
  /// The device's id, as the server gave it.
  let device: String
  /// The last n whose ack was received.
  private(set) var acked = 0
  /// The last n the server has recorded, as its last welcome said.
  private(set) var recorded = 0

  static let shared = "shared"
  private static let stepCount = 9
  private static let batchSize = 5
  private static let batchesInFlight = 3

  init(number: Int, token: String, device: String) {
    self.number = number
    self.token = token
    self.device = device
  }

  /// The title that op `n` gives to the book that all share; nil where it gives none.
  func sharedTitle(_ n: Int) -> String? {
    (n - 1) % Self.stepCount == Self.stepCount - 1
      ? "Shared, as writer \(number) put it at \(n)" : nil
  }

  /// The last of the first `n` ops that renamed the shared book; nil where none has.
  func lastSharedTitle(of n: Int) -> String? {
    (1...max(1, n)).last { $0 <= n && sharedTitle($0) != nil }.flatMap(sharedTitle)
  }

  /// Op `n`, the same whenever it is sent.
  func operation(_ n: Int) -> JSONValue {
    [
      "op": .string("op-\(number)-\(n)"), "n": .int(n), "base": 0, "at": 0,
      "do": [.object(change(n))],
    ]
  }

  private func change(_ n: Int) -> JSONObject {
    let (block, step) = ((n - 1) / Self.stepCount, (n - 1) % Self.stepCount)
    let isOdd = block % 2 == 1
    func book(_ members: JSONObject) -> JSONObject {
      members.merging(["e": "book", "id": .string("w\(number)-\(block)")]) { $1 }
    }
    func progress(_ members: JSONObject) -> JSONObject {
      let id = "r\(number)-\(block)~\(device)"
      return members.merging(["e": "progress", "id": .string(id)]) { $1 }
    }
    let tag = "tag \(block)"
    switch step {
    case 0:
      return book([
        "create": true,
        "set": ["title": .string("Writer \(number), op \(n)"), "review": "One two three."],
      ])
    case 1: return book(["add": ["tags": [tag: nil]]])
    case 2: return book(["set": ["review": .string("One two three. And four at \(n).")]])
    case 3:
      return progress(["create": true, "set": ["unit": "page", "value": .int(n), "at": .int(n)]])
    case 4: return book(["set": ["rating": .int(1 + n % 500), "note": "Lent to nobody."]])
    case 5: return progress(["set": ["value": .int(n), "at": .int(n)]])
    case 6: return book(isOdd ? ["delete": true] : ["del": ["tags": [.string(tag)]]])
    case 7: return book(isOdd ? ["restore": true] : ["set": ["note": "Lent to Ada."]])
    default:
      let title = sharedTitle(n) ?? ""
      return ["e": "book", "id": .string(Self.shared), "set": ["title": .string(title)]]
    }
  }

  /// Says hello, and takes note of what the server has of this device.
  mutating func connect(to port: Int, isLive: Bool) async throws -> TestClient {
    let client = try await TestClient(port: port, token: token, isLive: isLive)
    recorded = client.welcome["device"]?["n"]?.int ?? 0
    return client
  }

  /// Pushes until the connection breaks, or is closed with `status`; returns the writer as it stands
  /// then, with the ops that were refused.
  func writing(
    to port: Int, _ progress: CrashProgress, until status: Int? = nil
  ) async throws -> (writer: CrashWriter, refused: [JSONValue]) {
    var writer = self
    var refused: [JSONValue] = []
    do {
      let client = try await writer.connect(to: port, isLive: number % 2 == 0)
      // Acked ops are pushed again, as a client does that had not heard: nothing may come of it.
      var next = max(1, writer.acked - 5)
      var inFlight = 0
      while true {
        while inFlight < Self.batchesInFlight {
          try client.push(batch: next, (next..<next + Self.batchSize).map(writer.operation))
          next += Self.batchSize
          inFlight += 1
        }
        let ack = try await client.socket.receive("ack")
        inFlight -= 1
        refused += (ack["results"]?.array ?? []).filter { $0["outcome"] == "refused" }
        writer.acked = max(writer.acked, ack["through"]?.int ?? 0)
        await progress.count()
      }
    } catch {
      // Before the kill nobody leaves; if one does, the round is over, and its checks tell why.
      await progress.abandon()
      let isGoodbye = status != nil && (error as? TestSocket.Closed)?.code == status
      guard isGoodbye || error is TestConnection.Failure else { throw error }
      return (writer, refused)
    }
  }
}

/// Counts acks over all writers, and lets one wait for a number of them.
actor CrashProgress {
  private var total = 0
  private var wanted = Int.max
  private var waiter: CheckedContinuation<Void, Never>?

  /// One more ack has come.
  func count() {
    total += 1
    guard total >= wanted else { return }
    waiter?.resume()
    waiter = nil
    wanted = .max
  }

  /// Nobody shall wait any longer: a writer has left.
  func abandon() {
    total = .max / 2
    waiter?.resume()
    waiter = nil
  }

  /// Returns when `number` acks have come.
  func reached(_ number: Int) async {
    guard total < number else { return }
    await withCheckedContinuation { continuation in
      wanted = number
      waiter = continuation
    }
  }
}
