package import Foundation
package import Library

/// The shared vectors of `Tests/Vectors`, read by Swift and JavaScript alike.
///
/// `DOGEAR_VECTORS` names another directory of the same layout, so that more vectors of the same
/// shape can be tried without touching the checkout.
package enum Vectors {
  /// One case of a vector file, with its file and name for test output.
  package struct Case: Sendable, CustomStringConvertible {
    package let file: String
    package let name: String
    package let body: JSONValue
    package var description: String { "\(file): \(name)" }

  }

  /// The directory that holds the module folders.
  package static var directory: URL {
    if let named = ProcessInfo.processInfo.environment["DOGEAR_VECTORS"], !named.isEmpty {
      return URL(fileURLWithPath: named, isDirectory: true)
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Vectors", isDirectory: true)
  }

  /// The parsed content of `module/file`, or nil where the directory has no such file.
  package static func document(_ module: String, _ file: String) throws -> JSONValue? {
    let url = directory.appendingPathComponent(module).appendingPathComponent(file)
    guard let data = FileManager.default.contents(atPath: url.path) else { return nil }
    return try JSONValue(parsing: data)
  }

  /// The cases of `module/file`: an array of objects, each with a `name`. Empty where there is none.
  package static func cases(_ module: String, _ file: String) throws -> [Case] {
    guard let cases = try document(module, file)?.array else { return [] }
    return cases.map { Case(file: file, name: $0["name"]?.string ?? "unnamed", body: $0) }
  }
}
