import Foundation
import Hub
import Library
import ServerTesting
import Store
import TestSupport
import Wire

/// A library of 10,000 books after a year of use by three devices: what it takes on the disk, and how
/// long the longest merge took. Time is virtual: the real hub on a real file, without the wait.
enum YearBench {
  static func run() async throws -> [Figure] {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/library.sqlite"
    let bookCount = 10_000
    var year = try Year(path: path)
    try year.fill(bookCount)
    let before = try year.restart(path: path)
    for day in 0..<365 { try year.live(day) }
    let after = try year.restart(path: path)
    let (edits, longest) = (year.editCount, year.longestCommit)
    return [
      Figure("10,000 books, new: on the server's disk", megabytes: before),
      Figure("  after a year of three devices", megabytes: after),
      Figure("  edits in that year", count: edits, "edits"),
      Figure("  a year's growth for each edit", count: (after - before) / max(1, edits), "bytes"),
      Figure("  the longest commit", milliseconds: longest),
    ]
  }
}

/// One year of one reader with a phone, a tablet and a laptop.
private struct Year {
  private static let firstDay = 1_735_689_600_000
  private static let dayMilliseconds = 86_400_000
  private static let library = "books"

  private(set) var editCount = 0
  private(set) var longestCommit = Duration.zero
  private var hub: SyncHub
  private var devices: [Device]
  private var now = firstDay - dayMilliseconds
  private var random = SeededRandom(seed: 365)
  private var head = 0
  private var bookCount = 0
  private var readingCount = 0
  private var current: [Int] = []
  private var gone: Set<Int> = []

  /// A device, and what it has seen of the library.
  private struct Device {
    let name: String
    let session: SessionID
    var n = 0
    var base = 0
    var batch = 0
    var queue: [Library.Operation] = []
  }

  init(path: String) throws {
    hub = SyncHub(store: try SQLiteStore(path: path), instance: "year")
    devices = ["phone", "tablet", "laptop"].enumerated().map { index, name in
      Device(name: name, session: SessionID(index + 1))
    }
    try hub.setUp(
      AccountRecord(id: "anna", name: "Anna", created: now),
      with: LibraryRecord(
        id: Self.library, account: "anna", name: "Books", epoch: "epoch", created: now))
    for device in devices {
      try hub.addDevice(
        DeviceRecord(id: device.name, account: "anna", name: device.name, created: now),
        secret: Self.secret(device.name))
    }
    connect()
  }

  private static func secret(_ name: String) -> SecretHash {
    SecretHash(Array((Array(name.utf8) + Array(repeating: 0, count: 32)).prefix(32)))
  }

  /// Closes the database and opens it again.
  /// - Returns: The size of the closed file.
  mutating func restart(path: String) throws -> Int {
    // Closing folds the log into the file.
    hub = SyncHub(store: try SQLiteStore(), instance: "none")
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    hub = SyncHub(store: try SQLiteStore(path: path), instance: "year")
    connect()
    return size
  }

  private mutating func connect() {
    for device in devices {
      _ = hub.handle(.connected(device.session, secret: Self.secret(device.name)), now: now)
      let hello = Hello(client: "bench", incarnation: "first", cursor: 0, isLive: false, clock: now)
      take(
        hub.handle(
          .received(device.session, .hello(hello), byteCount: 200, secret: nil), now: now))
    }
  }

  // MARK: Editing

  private mutating func edit(_ device: Int, _ changes: [Change]) {
    editCount += 1
    devices[device].n += 1
    let (name, n) = (devices[device].name, devices[device].n)
    devices[device].queue.append(
      Library.Operation(
        id: "\(name)-\(n)", n: n, base: devices[device].base, at: now, changes: changes))
  }

  /// Pushes what a device has made, and pulls.
  private mutating func sync(_ device: Int) {
    while !devices[device].queue.isEmpty {
      let operations = Array(devices[device].queue.prefix(64))
      devices[device].queue.removeFirst(operations.count)
      devices[device].batch += 1
      let push = Push(batch: .number(devices[device].batch), operations)
      var outputs = hub.handle(
        .received(devices[device].session, .push(push), byteCount: 1_000, secret: nil), now: now)
      let clock = ContinuousClock()
      while outputs.contains(where: \.isCommitDue) {
        let start = clock.now
        outputs = hub.handle(.commit, now: now)
        longestCommit = max(longestCommit, clock.now - start)
        take(outputs)
      }
    }
    devices[device].base = head
  }

  private mutating func take(_ outputs: [HubOutput]) {
    for case .send(_, let message) in outputs {
      guard case .ack(let ack)? = try? ServerMessage(decoding: message.bytes) else { continue }
      head = max(head, ack.head)
      let refused = ack.results.first { $0.outcome == .refused }
      precondition(refused == nil, "a person's edit is taken: \(String(describing: refused))")
    }
  }

  mutating func fill(_ count: Int) throws {
    for number in 0..<count { edit(2, [Books.creation(number)]) }
    bookCount = count
    sync(2)
    editCount = 0
    for index in 0..<5 {
      let shelf = EntityKey(kind: "shelf", id: "shelf-\(index)")
      edit(2, [Change(shelf, life: .create, set: ["name": .string("Shelf \(index)")])])
    }
    sync(2)
    longestCommit = .zero
  }

  // MARK: A day

  /// The phone is with the reader and always online, the tablet syncs in the evening, the laptop at
  /// weekends: what they do in between is concurrent.
  mutating func live(_ day: Int) throws {
    now = Self.firstDay + day * Self.dayMilliseconds
    if day % 5 == 0 { startReading() }
    for _ in 0..<6 {
      now += 3_600_000
      read(on: 0)
      sync(0)
    }
    if day % 2 == 0 { edit(0, [Books.creation(grow())]) }
    sync(0)
    for _ in 0..<4 { read(on: 1) }
    for _ in 0..<3 { annotate(on: 1) }
    if day % 5 == 4 { finishReading(on: 1) }
    now += 3_600_000
    sync(1)
    sync(0)
    if day % 7 == 6 { tidy() }
  }

  private mutating func grow() -> Int {
    bookCount += 1
    return bookCount - 1
  }

  /// Some book that is not in Trash: what is edited in there by one who knows is refused.
  private mutating func living() -> Int {
    while true {
      let number = Int.random(in: 0..<bookCount, using: &random)
      if !gone.contains(number) { return number }
    }
  }

  private func book(_ number: Int) -> EntityKey { EntityKey(kind: "book", id: Books.id(number)) }

  private mutating func startReading() {
    readingCount += 1
    let number = living()
    current.append(number)
    let reading = EntityKey(kind: "reading", id: "reading-\(readingCount)")
    edit(
      0,
      [
        Change(book(number), set: ["status": "reading"]),
        Change(
          reading, life: .create,
          set: [
            "book": .string(book(number).id),
            "span": ["started": .string("2025-01-01"), "outcome": "reading"],
          ]),
      ])
  }

  private mutating func read(on device: Int) {
    guard readingCount > 0 else { return }
    let key = EntityKey(
      kind: "progress", id: "reading-\(readingCount)~\(devices[device].name)")
    let page = Int.random(in: 1...400, using: &random)
    edit(
      device,
      [
        Change(
          key,
          set: ["unit": "page", "value": .int(page), "total": 400, "at": .int(now)])
      ])
  }

  private mutating func annotate(on device: Int) {
    guard let number = current.last else { return }
    let note = EntityKey(kind: "note", id: "note-\(devices[device].n)-\(device)")
    edit(
      device,
      [
        Change(
          note, life: .create,
          set: [
            "book": .string(book(number).id), "form": "highlight",
            "text": .string(Books.sentences(2, &random)),
          ])
      ])
  }

  private mutating func finishReading(on device: Int) {
    guard let number = current.last else { return }
    var fields: JSONObject = [
      "status": "read", "rating": .int(50 * Int.random(in: 2...10, using: &random)),
    ]
    if Int.random(in: 0..<3, using: &random) == 0 {
      fields["review"] = .string(Books.sentences(12, &random))
    }
    let reading = EntityKey(kind: "reading", id: "reading-\(readingCount)")
    edit(
      device,
      [
        Change(book(number), set: fields),
        Change(
          reading,
          set: [
            "span": [
              "started": "2025-01-01", "finished": .string("2025-02-01"), "outcome": "read",
            ]
          ]),
      ])
  }

  /// A weekend's hour at the laptop: tags, shelves, ratings, a review polished, a book let go.
  private mutating func tidy() {
    for index in 0..<30 {
      let number = living()
      switch index % 4 {
      case 0: edit(2, [Change(book(number), add: ["tags": ["weekend": nil]])])
      case 1:
        let shelf = "shelf-\(Int.random(in: 0..<5, using: &random))"
        edit(2, [Change(book(number), add: ["shelves": [shelf: [:]]])])
      case 2:
        let rating = 50 * Int.random(in: 2...10, using: &random)
        edit(2, [Change(book(number), set: ["rating": .int(rating)])])
      default:
        edit(2, [Change(book(number), set: ["status": "toRead"])])
      }
    }
    for number in current.suffix(2) {
      edit(2, [Change(book(number), set: ["review": .string(Books.sentences(14, &random))])])
    }
    let unwanted = living()
    if !current.contains(unwanted) {
      edit(2, [Change(book(unwanted), life: .delete)])
      gone.insert(unwanted)
    }
    sync(2)
  }
}

extension HubOutput {
  fileprivate var isCommitDue: Bool {
    if case .commitDue = self { true } else { false }
  }
}
