import Foundation

/// The checkout these tests stand in, read as text.
enum Repository {
  struct File: Sendable, CustomStringConvertible {
    /// The path from the root of the checkout, with `/` between its parts.
    let path: String
    let text: String
    var description: String { path }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var name: String { String(path.split(separator: "/").last ?? "") }
    /// The folder below `Sources/`, which is the target.
    var target: String { String(path.split(separator: "/").dropFirst().first ?? "") }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All text files below `folder` whose names end in one of `extensions`, in order of path.
  static func files(_ folder: String, _ extensions: Set<String>) -> [File] {
    let base = root.appendingPathComponent(folder)
    guard let names = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return names.compactMap { $0 as? String }
      .filter { extensions.contains(($0 as NSString).pathExtension) }
      .sorted()
      .compactMap { name in
        guard let data = FileManager.default.contents(atPath: base.path + "/" + name) else {
          return nil
        }
        return File(path: folder + "/" + name, text: String(decoding: data, as: UTF8.self))
      }
  }

  static let swiftSources = files("Sources", ["swift"])
  static let webModules = files("Web", ["js"])
}
