import Library
import Replica
import ServerTesting

/// A device of a test server: where it keeps its library, and how it gets in.
struct TestDevice {
  let folder: TemporaryDirectory
  let token: String
  var path: String { folder.path + "/library.sqlite" }

  /// A device that is paired with `server`.
  init(of server: TestServer, name: String = "Test device") throws {
    folder = try TemporaryDirectory()
    token = try server.addDevice(name)
  }

  /// Opens its library, against a server on `port`.
  func open(port: Int) async throws -> LocalLibrary {
    try await LocalLibrary.open(
      at: path, server: try ServerAddress("http://127.0.0.1:\(port)"), access: .token(token),
      client: "test")
  }
}

extension Change {
  /// A change that makes a book.
  static func book(_ id: String, _ title: String) -> Change {
    Change(EntityKey(kind: "book", id: id), life: .create, set: ["title": .string(title)])
  }

  /// A change of a book's title.
  static func title(_ id: String, _ title: String) -> Change {
    Change(EntityKey(kind: "book", id: id), set: ["title": .string(title)])
  }
}

extension LocalLibrary {
  /// Returns once the status satisfies `condition`.
  func until(_ condition: @Sendable (Status) -> Bool) async {
    for await status in statuses() where condition(status) { return }
  }

  /// Returns once everything is on the server, and everything there is here.
  func untilSaved() async { await until { $0.state == .saved } }

  /// Returns once `condition` holds of what a person sees.
  func until(view condition: @Sendable (LibraryView) -> Bool) async {
    let changes = changes()
    guard !condition(view) else { return }
    for await _ in changes where condition(view) { return }
  }

  /// The title of a living book.
  func title(_ id: String) -> String? {
    guard let book = get(EntityKey(kind: "book", id: id)), !book.isDeleted else { return nil }
    return book.fields["title"]?.string
  }
}

extension LibraryView {
  /// The title of a living book.
  func title(_ id: String) -> String? {
    guard let book = self[EntityKey(kind: "book", id: id)], !book.isDeleted else { return nil }
    return book.fields["title"]?.string
  }
}
