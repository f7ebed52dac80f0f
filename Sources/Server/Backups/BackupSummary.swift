package import Library
import Store

/// What a database file holds, as people are told who made or restored a backup.
package struct BackupSummary: Hashable, Sendable {
  /// One library of it.
  package struct Contents: Hashable, Sendable {
    /// What people call the library.
    package var name: String
    /// The living books in it, as people count them: two that turned out to be one are one.
    package var bookCount: Int
    /// The sequence of its last operation.
    package var head: Int
  }

  /// Where the file is.
  package var path: String
  /// Its size.
  package var byteCount: Int
  /// Its libraries, oldest first.
  package var libraries: [Contents]

  /// Looks into `store`, whose file is of `byteCount` bytes at `path`.
  /// - Throws: `StoreError`.
  init(of store: any LibraryStore, path: String, byteCount: Int) throws(StoreError) {
    self.path = path
    self.byteCount = byteCount
    libraries = []
    for account in try store.accounts() {
      for library in try store.libraries(of: account.id) {
        libraries.append(try Self.contents(of: library, in: store))
      }
    }
  }

  private static func contents(
    of library: LibraryRecord, in store: any LibraryStore
  ) throws(StoreError) -> Contents {
    try store.read(library.id) { snapshot throws(StoreError) in
      var bookCount = 0
      try snapshot.forEachState(of: "book") { state in
        if !state.isDeleted, state.alias?.root == nil { bookCount += 1 }
      }
      return Contents(
        name: library.name, bookCount: bookCount, head: snapshot.library.head)
    }
  }

  /// As the control socket carries it.
  var json: JSONValue {
    let libraries = libraries.map { library -> JSONValue in
      [
        "name": .string(library.name), "books": .int(library.bookCount),
        "head": .int(library.head),
      ]
    }
    return [
      "path": .string(path), "bytes": .int(byteCount), "libraries": .array(libraries),
    ]
  }

  /// Reads what `json` made; nil where it is something else.
  package init?(json: JSONValue) {
    guard let path = json["path"]?.string, let byteCount = json["bytes"]?.int,
      let libraries = json["libraries"]?.array
    else { return nil }
    self.path = path
    self.byteCount = byteCount
    self.libraries = libraries.map { library in
      Contents(
        name: library["name"]?.string ?? "", bookCount: library["books"]?.int ?? 0,
        head: library["head"]?.int ?? 0)
    }
  }

  /// One line for the file and one for each library.
  package var lines: [String] {
    ["\(path), \(Self.size(byteCount))"]
      + libraries.map { library in
        let books = library.bookCount == 1 ? "1 book" : "\(library.bookCount) books"
        return "\(library.name): \(books), up to edit \(library.head)"
      }
  }

  /// A size as people read it: `1.4 MiB`.
  static func size(_ byteCount: Int) -> String {
    let kibibytes = (byteCount + 1_023) / 1_024
    guard kibibytes >= 1_024 else { return "\(kibibytes) KiB" }
    let tenths = (kibibytes * 10 + 512) / 1_024
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}
