import Foundation

/// A clock for a process of its own, which a test sets while the process runs: Debian's libfaketime
/// between the process and the system's.
package final class FakeClock: Sendable {
  private let folder: TemporaryDirectory
  private let library: String

  /// libfaketime is not installed.
  package struct Missing: Error {}

  /// Whether libfaketime is installed.
  package static let isAvailable = libraryPath != nil

  /// Makes a clock that shows the system's time.
  /// - Throws: `Missing`.
  package init() throws {
    guard let library = Self.libraryPath else { throw Missing() }
    self.library = library
    folder = try TemporaryDirectory()
    try set("+0")
  }

  /// Sets the clock to the system's time and `offset`, such as `-1y` (faketime(1)).
  package func set(_ offset: String) throws {
    // At once and whole: the process reads the file whenever it looks at the clock.
    try Data(offset.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
  }

  /// What a process needs in its environment to go by this clock. Intervals stay true, as they do
  /// when a real clock is set.
  package var environment: [String: String] {
    [
      // libc behind it, for its `malloc`: jemalloc asks for the time while it begins, for which libfaketime
      // takes memory when it is first asked, and each would wait for the other.
      "LD_PRELOAD": library + ":libc.so.6", "FAKETIME_TIMESTAMP_FILE": file,
      "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    ]
  }

  private var file: String { folder.path + "/clock" }

  private static var libraryPath: String? {
    let root = "/usr/lib"
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return folders.map { "\(root)/\($0)/faketime/libfaketimeMT.so.1" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}
