import ServerTesting

/// A server, bare SQLite and the disk, which take their turns. Each op edits another book, which nobody
/// edits again: so the rows it leaves are those that it wrote.
struct AckCourse {
  /// What one load came to in one round.
  struct Turn {
    let acks: PushLoad.Outcome
    let raw: RawCommits.Turn
    /// The middle of what the disk took for the bytes of one commit; zero where it was not asked.
    var flush = Duration.zero
  }

  /// Ops of one client before the disk has its turn.
  static let sliceSize = 30
  private static let sliceCount = 10

  /// Ops of the lone client in one round.
  static let loneOperationCount = sliceSize * sliceCount

  private let server: MeasuredServer
  private let tokens: [String]
  private let raw: RawCommits
  private let disk: DiskFlush
  private var head: Int
  private var book = 0
  private var byteCountPerCommit = 0

  /// A course on a server whose library holds so many books and nothing else.
  init(on server: MeasuredServer, _ tokens: [String], bookCount: Int) throws {
    self.server = server
    self.tokens = tokens
    head = bookCount
    raw = try RawCommits(of: server.database, at: server.folder.path + "/raw.sqlite")
    disk = try DiskFlush(path: server.folder.path + "/flush")
    // What grows once, and how much one commit of a lone client writes.
    byteCountPerCommit = try replayed(push(Self.slice)).raw.byteCountPerCommit
  }

  private static let slice = PushLoad(clientCount: 1, inFlight: 1, operationCount: sliceSize)

  /// One client with one op under way, and the disk, by turns as short as the machine's moods.
  mutating func alone() throws -> Turn {
    var acks = PushLoad.Outcome()
    var flushes: [Duration] = []
    for _ in 0..<Self.sliceCount {
      acks.add(try push(Self.slice))
      flushes += try disk.durations(Self.sliceSize, of: byteCountPerCommit)
    }
    var turn = try replayed(acks)
    byteCountPerCommit = turn.raw.byteCountPerCommit
    turn.flush = median(flushes)
    return turn
  }

  /// Many clients at once.
  mutating func together(_ load: PushLoad) throws -> Turn { try replayed(push(load)) }

  /// Many clients that leave the server idle in between; bare SQLite has no turn.
  mutating func paced(_ load: PushLoad) throws -> PushLoad.Outcome {
    let acks = try push(load)
    head = acks.heads.last ?? head
    return acks
  }

  private mutating func push(_ load: PushLoad) throws -> PushLoad.Outcome {
    let outcome = try load.run(
      on: server, tokens: tokens, name: "run-\(book)", head: head, book: book)
    book += load.operationCount
    return outcome
  }

  private mutating func replayed(_ acks: PushLoad.Outcome) throws -> Turn {
    let turn = try raw.replay(from: head, heads: acks.heads)
    head = acks.heads.last ?? head
    return Turn(acks: acks, raw: turn)
  }
}
