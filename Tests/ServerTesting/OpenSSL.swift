import Dispatch
import Foundation

/// openssl's own client, which shares no code with the server.
package enum OpenSSL {
  /// What `openssl s_client` says of one handshake with a server on `port`.
  package static func client(port: Int, _ arguments: [String] = []) async throws -> String {
    // Waiting for a process takes a thread, of which the tests' own pool has few.
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try run(["s_client", "-connect", "127.0.0.1:\(port)"] + arguments)
          })
      }
    }
  }

  private static func run(_ arguments: [String]) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }
}
