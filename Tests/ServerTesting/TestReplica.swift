package import Library
package import Replica
import Wire

/// The real replica, driven over a real socket: a whole client but for its disk, which is memory.
package actor TestReplica {
  private let port: Int
  private let name: String
  private let reconnects: Bool
  /// What its disk holds.
  package private(set) var disk: Stored?
  private var replica: ReplicaMachine
  private var socket: TestSocket?
  /// Counts sockets, so that what an old one still says is not heard.
  private var socketCount = 0
  private var turnCount = 0
  private var waiters: [Waiter] = []

  /// Somebody who waits for the replica to be in some state.
  private struct Waiter {
    let condition: @Sendable (ReplicaMachine) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Makes a client of the server on `port`, as the device of `token`, and starts to sync. It begins
  /// as `incarnation`, or goes on from what a `disk` holds, its own or a copy of another's. It comes
  /// back by itself after a lost connection where `reconnects` says so.
  package init(
    port: Int, token: String, incarnation: String, disk: Stored? = nil, reconnects: Bool = false
  ) async {
    self.port = port
    self.disk = disk
    self.reconnects = reconnects
    name = incarnation
    replica = ReplicaMachine(
      disk, settings: ReplicaMachine.Settings(client: "test", token: token),
      turn: Turn(now: 0, chance: 0.5, fresh: incarnation))
    handle(.start)
  }

  /// A person edits; returns the op's id.
  @discardableResult
  package func edit(_ changes: Change...) -> String {
    turnCount += 1
    let id = "\(name)-edit-\(turnCount)"
    handle(.edit(id: id, changes: changes))
    return id
  }

  /// Ends the program; what the disk holds stays.
  package func stop() { handle(.stop) }

  /// Pulls the network cable, or plugs it in again.
  package func network(isUp: Bool) { handle(.network(isUp: isUp)) }

  /// What a person sees of an entity.
  package func shown(_ kind: String, _ id: String) -> EntityView? {
    replica.view[EntityKey(kind: kind, id: id)]
  }

  /// The living entities of a kind.
  package func list(_ kind: String) -> [EntityView] { replica.view.list(kind) }

  /// How many edits the server has refused.
  package var problemCount: Int { replica.problems.count }

  /// Everything the replica holds, as one text that compares.
  package var text: String {
    let entities = replica.view.entities.map { view -> JSONValue in
      [
        "e": .string(view.entity.kind), "id": .string(view.entity.id),
        "deleted": .bool(view.isDeleted), "fields": .object(view.fields),
      ]
    }
    return entities.map(\.canonicalText).sorted().joined(separator: "\n")
  }

  /// Returns as soon as `condition` holds.
  package func until(_ condition: @escaping @Sendable (ReplicaMachine) -> Bool) async {
    guard !condition(replica) else { return }
    await withCheckedContinuation { continuation in
      waiters.append(Waiter(condition: condition, continuation: continuation))
    }
  }

  /// Returns when everything here is on the server, and everything up to `cursor` is here.
  package func settle(at cursor: Int = 0) async {
    await until { $0.waiting.isEmpty && $0.checkpoint.cursor >= cursor }
  }

  /// How far it has come.
  package var cursor: Int { replica.checkpoint.cursor }

  // MARK: Driving

  private func handle(_ event: Event) {
    turnCount += 1
    let turn = Turn(
      now: turnCount, chance: 0.5, fresh: "\(name)-\(turnCount)")
    for output in replica.handle(event, turn) { carryOut(output) }
    let ready = waiters.filter { $0.condition(replica) }
    waiters.removeAll { $0.condition(replica) }
    for waiter in ready { waiter.continuation.resume() }
  }

  private func carryOut(_ output: Output) {
    switch output {
    case .connect:
      socketCount += 1
      let number = socketCount
      Task { await run(number) }
    case .disconnect:
      socketCount += 1
      socket?.connection.disconnect()
      socket = nil
    case .send(let message): try? socket?.sendFrame(opcode: 1, message.encoded())
    case .persist(let number, let batch):
      if let checkpoint = batch.checkpoint, disk == nil {
        disk = Stored(checkpoint: checkpoint, entities: [], operations: [])
      }
      disk?.apply(batch)
      Task { handle(.persisted(number: number)) }
    case .schedule(.reconnect, _) where reconnects:
      Task {
        // Not as long as a person would wait, and not without a breath either.
        try await Task.sleep(for: .milliseconds(20))
        handle(.timer(.reconnect))
      }
    case .schedule, .cancel, .changed, .settled, .rejected, .status: break
    }
  }

  private func run(_ number: Int) async {
    do {
      let socket = try await TestSocket(port: port)
      guard number == socketCount else { return }
      self.socket = socket
      handle(.opened)
      while number == socketCount {
        let message = try await socket.receive()
        guard number == socketCount, case .text(let text) = message else { continue }
        handle(.message(try ServerMessage(decoding: Array(text.utf8))))
      }
    } catch {
      guard number == socketCount else { return }
      socket = nil
      handle(.closed(code: 1006, reason: "\(error)"))
    }
  }
}
