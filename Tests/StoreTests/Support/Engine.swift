import Foundation
import Store

/// An engine behind the store's protocol. The contract tests run against each: a new engine is
/// added here and inherits them all.
enum Engine: String, CaseIterable {
  case memory
  case file

  /// A store that is set up. What it writes to disk is in `folder`.
  func make(in folder: TemporaryFolder) throws -> any LibraryStore {
    let store: any LibraryStore =
      switch self {
      case .memory: try SQLiteStore()
      case .file: try SQLiteStore(path: folder.path("library.sqlite"))
      }
    try store.setUp()
    return store
  }
}

extension LibraryStore {
  /// Adds the account `anna` with the empty library `books` and two devices, made at 1,000.
  func setUp() throws(StoreError) {
    try add(
      AccountRecord(id: "anna", name: "Anna", created: 1_000),
      with: LibraryRecord(
        id: "books", account: "anna", name: "Books", epoch: "epoch-1", created: 1_000))
    for id in ["laptop", "phone"] {
      try add(DeviceRecord(id: id, account: "anna", name: id, created: 1_000), secret: nil)
    }
  }
}

/// A folder of its own for one test: a suite holds it, so it goes when the test is over.
final class TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("dogear-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Copies a database and its log as they are now, as a power cut would leave them.
  /// - Returns: The path of the copy.
  func copy(ofDatabase path: String) throws -> String {
    let copy = self.path("copy-\(UUID()).sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    return copy
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
