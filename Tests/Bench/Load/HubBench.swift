import Hub
import Library
import ServerTesting
import Store
import Wire

/// What an op takes of the hub's one thread, from the bytes of the push to the bytes of its ack: no
/// sockets, and a disk that keeps up when TMPDIR is in memory. Each op edits another book, in groups as
/// large as those of many clients.
enum HubBench {
  private static let bookCount = 20_000
  private static let groupSize = 320
  private static let clientCount = 64

  static func run() async throws -> [Figure] {
    let folder = try TemporaryDirectory()
    let store = try SQLiteStore(path: folder.path + "/hub.sqlite")
    try store.add(
      AccountRecord(id: "anna", name: "Anna", created: 1_000),
      with: LibraryRecord(
        id: "books", account: "anna", name: "Books", epoch: "epoch-1", created: 1_000))
    var hub = SyncHub(store: store, instance: "bench")
    let now = 1_800_000_000_000
    for start in stride(from: 0, to: bookCount, by: 200) {
      let items = (start..<start + 200).map {
        ServerEdit.Item(id: "book-\($0)", changes: [Books.creation($0)])
      }
      _ = hub.handle(
        .edit(ServerEdit(id: start, library: "books", base: nil, items: items)), now: now)
      _ = hub.handle(.commit, now: now)
    }
    for number in 0..<clientCount {
      let secret = SecretHash((0..<32).map { _ in UInt8(number) })
      try store.add(
        DeviceRecord(
          id: "01kdevice000000000000\(number)", account: "anna", name: "Pusher", created: 1_000),
        secret: secret)
      let id = SessionID(number)
      _ = hub.handle(.connected(id, secret: secret), now: now)
      let hello = Hello(
        client: "bench", incarnation: "run-01kinc0000000000", cursor: 0, isLive: false, clock: now)
      _ = hub.handle(.received(id, .hello(hello), byteCount: 100, secret: nil), now: now)
    }
    var rounds: [(decode: Duration, commit: Duration)] = []
    var ns = [Int](repeating: 0, count: clientCount)
    for group in 0..<bookCount / groupSize {
      let frames = (0..<groupSize).map { index in
        let number = index % clientCount
        ns[number] += 1
        let edit = Edit(book: group * groupSize + index, n: ns[number], base: bookCount)
        return (number, Array(edit.payload(batch: ns[number], id: "run-\(number)-\(ns[number])")))
      }
      let clock = ContinuousClock()
      var start = clock.now
      let messages = try frames.map { ($0.0, try ClientMessage(decoding: $0.1), $0.1.count) }
      let decode = clock.now - start
      start = clock.now
      for (number, message, byteCount) in messages {
        _ = hub.handle(
          .received(SessionID(number), message, byteCount: byteCount, secret: nil), now: now)
      }
      let outputs = hub.handle(.commit, now: now)
      precondition(outputs.count >= groupSize, "\(outputs.count)")
      rounds.append((decode, clock.now - start))
    }
    let count = Double(groupSize)
    let least = rounds.map { $0.commit / count }.sorted()
    return [
      Figure("hub: decoding a push", microseconds: median(rounds.map(\.decode)) / count),
      Figure("hub: committing an op, middle", microseconds: median(least)),
      Figure("  one of ten", microseconds: least[least.count / 10]),
    ]
  }
}
