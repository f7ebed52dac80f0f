import Foundation
import Library
import Server
import ServerTesting
import Testing

/// What is noted of the last backup, and what it says of a database that is opened after.
struct BackupRecordTests {
  private let folder: TemporaryDirectory
  private var database: String { folder.path + "/data/library.sqlite" }
  private var record: URL { URL(fileURLWithPath: folder.path + "/data/backup.json") }

  /// A library that has been backed up with more in it than there is now, because an older file was put in its
  /// place.
  init() async throws {
    folder = try TemporaryDirectory()
    let server = try TestServer(data: folder)
    _ = try Self.addBook("Emma", to: server)
    await server.stop()
    let old = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/data/library.sqlite"))
    let again = try TestServer(data: folder)
    _ = try Self.addBook("Persuasion", to: again)
    _ = try again.perform(.backingUp(to: folder.path + "/backup.sqlite", replaces: false))
    await again.stop()
    try old.write(to: URL(fileURLWithPath: folder.path + "/data/library.sqlite"))
  }

  private static func addBook(_ title: String, to server: TestServer) throws -> JSONValue {
    let table = "Title,Author\n\(title),Jane Austen\n"
    return try server.perform(
      .importFile(name: "table.csv", bytes: Array(table.utf8), isDry: false))
  }

  @Test func `a library that ends before what the last backup holds is not served`() async throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: database))
    let error = #expect(throws: DataDirectoryError.self) { _ = try TestServer(data: folder) }
    let sentence = error?.description ?? ""
    #expect(sentence.contains("but the last backup holds it up to edit"), "\(sentence)")
    #expect(sentence.contains("dogear restore \(folder.path)/backup.sqlite --data"), "\(sentence)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
  }

  @Test func `a backup that is restored is served, whatever was noted`() async throws {
    let settings = try Settings(environment: [:]) { [folder] key in
      key == .data ? folder.path + "/data" : nil
    }
    // An older one than the last: its epoch is new.
    let old = folder.path + "/old.sqlite"
    try FileManager.default.copyItem(atPath: database, toPath: old)
    _ = try Restoration(of: old, to: settings)
    await (try TestServer(data: folder)).stop()
  }

  @Test func `a note of an older Dogear, which says nothing of libraries, is as good as none`()
    async throws
  {
    var json = try #require(try JSONValue(parsing: Data(contentsOf: record)).object)
    #expect(json["libraries"]?.object?.count == 1)
    json["libraries"] = nil
    try Data(JSONValue.object(json).canonicalBytes).write(to: record)
    await (try TestServer(data: folder)).stop()
  }
}
