import Library
import ServerTesting

/// A device that pushes as fast as acks come, with several batches in flight, and after a crash
/// goes on where the server says.
struct CrashWriter: Sendable {
  let number: Int
  let token: String
  /// The last n whose ack was received.
  private(set) var acked = 0

  private static let batchSize = 4
  private static let batchesInFlight = 4

  init(number: Int, token: String) {
    self.number = number
    self.token = token
  }

  /// The title of the book that op `n` makes.
  func title(_ n: Int) -> String { "Writer \(number), book \(n)" }

  private func operation(_ n: Int) -> JSONValue {
    TestClient.book("w\(number)-\(n)", title: title(n), n: n, op: "op-\(number)-\(n)")
  }

  /// Pushes until the connection breaks; returns the writer as it stands then.
  func writing(to port: Int, _ progress: CrashProgress) async throws -> CrashWriter {
    var writer = self
    do {
      let client = try await TestClient(port: port, token: token, isLive: false)
      // Acked ops are pushed again, as a client does that had not heard: nothing may come of it.
      var next = max(1, writer.acked - 5)
      var inFlight = 0
      while true {
        while inFlight < Self.batchesInFlight {
          try client.push(
            batch: next, (next..<next + Self.batchSize).map { writer.operation($0) })
          next += Self.batchSize
          inFlight += 1
        }
        let ack = try await client.socket.receive("ack")
        inFlight -= 1
        let through = ack["through"]?.int ?? 0
        writer.acked = max(writer.acked, through)
        await progress.count()
      }
    } catch {
      // Before the kill nobody leaves; if one does, the round is over, and its checks tell why.
      await progress.abandon()
      guard error is TestConnection.Failure else { throw error }
      return writer
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
