import Foundation
import Testing

/// A module nobody can reach is dead: what the browser loads starts at the page, the worker or
/// another module.
struct DeadModuleTests {
  @Test func `every Web module is reachable from the page or the service worker`() throws {
    var reached: Set<String> = []
    // The models are whole in both languages: their indices are what the vectors are run against,
    // also where no screen asks for a part of one.
    var waiting = [
      "Web/app.js", "Web/sw.js", "Web/library/index.js", "Web/navigation/index.js",
    ]
    let files = Dictionary(uniqueKeysWithValues: Repository.webModules.map { ($0.path, $0) })
    while let path = waiting.popLast() {
      guard reached.insert(path).inserted else { continue }
      let file = try #require(files[path], "\(path) is imported but is not there")
      waiting += imports(of: file)
    }
    #expect(Set(files.keys).subtracting(reached).sorted() == [])
  }

  private func imports(of file: Repository.File) -> [String] {
    let folder = (file.path as NSString).deletingLastPathComponent
    return file.text.matches(of: /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.js)"/).map { match in
      (folder as NSString).appendingPathComponent(String(match.1)).standardizedPath
    }
  }
}

extension String {
  /// The path with every `.` and `..` part resolved, without asking the disk.
  fileprivate var standardizedPath: String {
    var parts: [Substring] = []
    for part in split(separator: "/") where part != "." {
      if part == ".." { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}
