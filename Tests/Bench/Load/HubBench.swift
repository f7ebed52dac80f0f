import Hub
import Library
import ServerTesting
import Store
import Wire

/// What an op takes of the hub's one thread, from the text of its push to that of its ack: no sockets,
/// and whatever disk TMPDIR names. Each op edits another book, in groups as large as many clients make.
enum HubBench {
  private static let bookCount = 20_000
  private static let groupSize = 320
  private static let now = 1_800_000_000_000

  static func run() async throws -> [Figure] {
    let folder = try TemporaryDirectory()
    let store = try SQLiteStore(path: folder.path + "/hub.sqlite")
    var course = try Course(on: store)
    try course.fill()
    var decoding: [Duration] = []
    var committing: [Duration] = []
    for group in 0..<bookCount / groupSize {
      let texts = course.pushes(group)
      let clock = ContinuousClock()
      let start = clock.now
      let messages = try texts.map { try ClientMessage(decoding: $0) }
      let decoded = clock.now
      try course.commit(messages)
      decoding.append((decoded - start) / groupSize)
      committing.append((clock.now - decoded) / groupSize)
    }
    return [
      Figure("an op in the hub: decoding its push", microseconds: median(decoding)),
      Figure("  committing it", microseconds: median(committing)),
    ]
  }

  /// A hub with one library, to which many devices push.
  private struct Course {
    private static let clientCount = 64

    private var hub: SyncHub
    /// The last n of each device.
    private var last = [Int](repeating: 0, count: Self.clientCount)

    init(on store: SQLiteStore) throws {
      try store.add(
        AccountRecord(id: "anna", name: "Anna", created: 1_000),
        with: LibraryRecord(
          id: "books", account: "anna", name: "Books", epoch: "epoch-1", created: 1_000))
      hub = SyncHub(store: store, instance: "bench")
      for number in 0..<Self.clientCount {
        let secret = SecretHash([UInt8](repeating: UInt8(number), count: 32))
        // As long as those that servers and clients make.
        let device = DeviceRecord(
          id: Books.id(number), account: "anna", name: "Pusher", created: 1_000)
        try store.add(device, secret: secret)
        _ = hub.handle(.connected(SessionID(number), secret: secret), now: now)
        let hello = Hello(
          client: "bench", incarnation: Books.id(number), isLive: false, clock: now)
        _ = hub.handle(
          .received(SessionID(number), .hello(hello), byteCount: 0, secret: nil), now: now)
      }
    }

    /// Makes the books.
    mutating func fill() throws {
      for start in stride(from: 0, to: bookCount, by: 200) {
        let items = (start..<start + 200).map {
          ServerEdit.Item(id: "book-\($0)", changes: [Books.creation($0)])
        }
        let edit = ServerEdit(id: start, library: "books", base: nil, items: items)
        _ = hub.handle(.edit(edit), now: now)
        _ = hub.handle(.commit, now: now)
      }
    }

    /// The texts of a group of pushes, by the devices in turn.
    mutating func pushes(_ group: Int) -> [[UInt8]] {
      (0..<groupSize).map { index in
        let number = index % Self.clientCount
        last[number] += 1
        let edit = Edit(book: group * groupSize + index, n: last[number], base: bookCount)
        return edit.payload(batch: last[number], id: "run-\(number)-\(last[number])")
      }
    }

    /// Has the pushes committed together.
    mutating func commit(_ messages: [ClientMessage]) throws {
      for (index, message) in messages.enumerated() {
        let session = SessionID(index % Self.clientCount)
        // The bound of what may wait is no part of it.
        _ = hub.handle(.received(session, message, byteCount: 0, secret: nil), now: now)
      }
      let answers = hub.handle(.commit, now: now)
      guard answers.count >= messages.count else {
        throw Failure("Of \(messages.count) pushes \(answers.count) were answered.")
      }
    }
  }
}
