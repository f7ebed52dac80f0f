import Dispatch
import Foundation

/// A program of the machine's, run to its end beside a test.
package enum Program {
  /// What it left behind.
  package struct Result: Sendable {
    /// Its exit status.
    package let status: Int
    /// What it wrote to standard output.
    package let output: String
    /// What it wrote to standard error.
    package let errors: String
  }

  /// Runs `words`, the first of which is the program.
  package static func run(_ words: [String]) async throws -> Result {
    // Waiting for a process takes a thread, of which the tests' own pool has few.
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Swift.Result { try wait(words) })
      }
    }
  }

  private static func wait(_ words: [String]) throws -> Result {
    let folder = try TemporaryDirectory()
    // Files take any amount without anybody reading.
    let files = try ["output", "errors"].map { name in
      let path = folder.path + "/" + name
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      return try FileHandle(forUpdating: URL(fileURLWithPath: path))
    }
    let process = try ChildProcess(
      words, output: files[0].fileDescriptor, errors: files[1].fileDescriptor)
    let status = process.end()
    let texts = try files.map { file in
      try file.seek(toOffset: 0)
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }
    return Result(status: status, output: texts[0], errors: texts[1])
  }
}
