import Foundation

/// A folder of one test's own, gone with the last reference to it.
package final class TemporaryDirectory: Sendable {
  /// The folder's path.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("dogear-test-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes `text` to `name` in the folder, with the folders on the way, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }
}

extension TemporaryDirectory {
  /// Makes `name` a link to `target`.
  package func link(_ target: String, at name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }

  /// Removes the file `name`.
  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }
}
