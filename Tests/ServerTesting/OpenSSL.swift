/// openssl's own program, which shares no code with the server.
package enum OpenSSL {
  /// It did not do what it was asked.
  package struct Failed: Error {
    /// What it said.
    package let words: String
  }

  /// What `openssl s_client` says of one handshake with a server on `port`.
  package static func client(port: Int, _ arguments: [String] = []) async throws -> String {
    try await Program.run(["openssl", "s_client", "-connect", "127.0.0.1:\(port)"] + arguments)
      .output
  }

  /// Has it make files.
  /// - Throws: `Failed`.
  package static func make(_ arguments: [String]) async throws {
    let result = try await Program.run(["openssl"] + arguments)
    guard result.status == 0 else { throw Failed(words: result.errors) }
  }
}
