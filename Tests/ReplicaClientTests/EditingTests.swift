import Library
@testable import Replica
import ServerTesting
import Testing

/// What becomes of edits on their way.
struct EditingTests {
  @Test(.timeLimit(.minutes(1)))
  func `a refused edit waits for a person and holds up no other`() async throws {
    let server = try TestServer()
    let library = try await TestDevice(of: server).open(port: server.port)
    let bad = Change(EntityKey(kind: "book", id: "b1"), set: ["rating": "five"])
    try await library.edit([.book("b1", "Dune"), bad])
    try await library.edit(.book("b2", "Emma"))
    await library.until { $0.problems == 1 && $0.waiting == 0 }
    let refused = try #require(await library.problems.first)
    #expect(await library.title("b1") == nil)
    #expect(await library.title("b2") == "Emma")
    await library.retry(refused.id)
    await library.until { $0.problems == 1 && $0.waiting == 0 }
    let again = try #require(await library.problems.first)
    #expect(again.id != refused.id)
    await library.discard(again.id)
    await library.untilSaved()
    await library.close()
    await server.stop()
  }

  @Test func `an edit that no server would take is rejected at once`() async throws {
    let library = try await LocalLibrary.open(
      MemoryStorage(), server: try ServerAddress("http://127.0.0.1:9"), client: "test")
    await #expect(throws: Problem.self) { try await library.edit([Change]()) }
    let book = EntityKey(kind: "book", id: "b")
    let long = Change(book, set: ["note": .string(String(repeating: "x", count: 300_000))])
    await #expect(throws: Problem.self) { try await library.edit(long) }
    #expect(await library.waiting.isEmpty)
    await library.close()
    await #expect(throws: LibraryClosed.self) { try await library.edit(.book("b", "Late")) }
  }

  @Test(.timeLimit(.minutes(1)))
  func `an edit is told to be safe by the disk, and not before`() async throws {
    let storage = GatedStorage()
    let library = try await LocalLibrary.open(
      storage, server: try ServerAddress("http://127.0.0.1:9"), client: "test")
    storage.shut()
    let editing = Task { try await library.edit(.book("b1", "Dune")) }
    await library.until(view: { $0.title("b1") == "Dune" })
    #expect(try storage.load().stored?.operations.isEmpty ?? true)
    storage.open()
    let id = try await editing.value
    #expect(try storage.load().stored?.operations.map(\.id) == [id])
    await library.close()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a cancelled task waits no longer, and its edit stands`() async throws {
    let storage = GatedStorage()
    let library = try await LocalLibrary.open(
      storage, server: try ServerAddress("http://127.0.0.1:9"), client: "test")
    storage.shut()
    let editing = Task { try await library.edit(.book("b1", "Dune")) }
    await library.until(view: { $0.title("b1") == "Dune" })
    editing.cancel()
    await #expect(throws: CancellationError.self) { try await editing.value }
    storage.open()
    await library.close()
    #expect(try storage.load().stored?.operations.count == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func `nothing more is read while the disk is far behind`() async throws {
    let server = try TestServer()
    let bookCount = try await fill(server)
    let storage = GatedStorage()
    storage.shut()
    let reader = try await open(storage, of: server)
    try await reader.untilPaused()
    #expect(await !reader.checkpoint.isComplete)
    storage.open()
    await reader.untilSaved()
    #expect(await reader.list("book").count == bookCount)
    await reader.close()
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `who catches up reads on once the disk is done, though nothing more is to be written`()
    async throws
  {
    let server = try TestServer()
    let storage = GatedStorage()
    let reader = try await open(storage, of: server)
    await reader.untilSaved()
    await reader.network(isUp: false)
    let bookCount = try await fill(server)
    // What the welcome says of the server is on its way to the disk, and nothing of the pages until all
    // have come.
    storage.shut()
    await reader.network(isUp: true)
    try await reader.untilPaused()
    let socketCount = await reader.socketCount
    storage.open()
    await reader.until(view: { $0.list("book").count == bookCount })
    #expect(await reader.socketCount == socketCount)
    await reader.close()
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a library that is closed asks nothing more of a disk that refused its last edit`()
    async throws
  {
    let storage = GatedStorage()
    let library = try await LocalLibrary.open(
      storage, server: try ServerAddress("http://127.0.0.1:9"), client: "test")
    storage.shut()
    let editing = Task { try await library.edit(.book("b1", "Dune")) }
    await library.until(view: { $0.title("b1") == "Dune" })
    async let closed: Void = library.close()
    while await !library.isClosing { await Task.yield() }
    storage.refuse()
    await closed
    await #expect(throws: LibraryClosed.self) { try await editing.value }
    #expect(await library.timers.isEmpty)
  }

  /// Puts more into the library of `server` than is read ahead, which is 8 MiB, and what sockets hold.
  /// - Returns: How many books.
  private func fill(_ server: TestServer) async throws -> Int {
    let writer = try await TestDevice(of: server).open(port: server.port)
    let (bookCount, text) = (260, String(repeating: "Never the same river. ", count: 2_000))
    for start in stride(from: 0, to: bookCount, by: 5) {
      try await writer.edit(
        (start..<start + 5).map { number in
          Change(
            EntityKey(kind: "book", id: "b\(number)"), life: .create,
            set: ["title": "River", "note": .string(text)])
        })
    }
    await writer.untilSaved()
    await writer.close()
    return bookCount
  }

  /// Opens the library of a new device of `server`, kept in `storage`.
  private func open(_ storage: GatedStorage, of server: TestServer) async throws -> LocalLibrary {
    try await LocalLibrary.open(
      storage, server: try ServerAddress("http://127.0.0.1:\(server.port)"),
      access: .token(try server.addDevice()), client: "test")
  }
}

extension LocalLibrary {
  /// Returns once the socket reads no more for the time being.
  fileprivate func untilPaused() async throws {
    while await socket?.isPaused != true { try await Task.sleep(for: .milliseconds(5)) }
  }
}
