import Library
import Server
import ServerTesting
import Testing

/// A peer that is gone without a word, as a laptop whose lid was shut: its kernel may still acknowledge
/// what comes, but nobody answers.
struct VanishedPeerTests {
  private func openSockets(_ server: TestServer) async throws -> Int? {
    let text = try await server.request("GET", "/metrics").text
    let line = text.split(separator: "\n").first { $0.hasPrefix("dogear_sockets ") }
    return line.flatMap { Int($0.drop { $0 != " " }.dropFirst()) }
  }

  /// The next frame, waited for beyond a connection's own patience; nil where the server hangs up.
  private func next(_ socket: TestSocket) async throws -> TestSocket.Message? {
    while true {
      do {
        return try await socket.receive()
      } catch TestConnection.Failure.timeout {
        continue
      } catch TestConnection.Failure.closed {
        return nil
      }
    }
  }

  /// By the time that `welcome` names, on the clock that the sockets go by.
  @Test(.timeLimit(.minutes(3)))
  func `it is asked after half a minute, and let go with its session after a whole one`()
    async throws
  {
    let server = try TestServer()
    let start = ContinuousClock.now
    let client = try await TestClient(port: server.port, token: try server.addDevice())
    #expect(client.welcome["limits"]?["idleMilliseconds"] == 60_000)
    #expect(try await openSockets(server) == 1)
    // Nothing is sent from here on, whatever comes.
    while let message = try await next(client.socket), message != .ping([]) {}
    #expect((.seconds(29)...(.seconds(45))).contains(ContinuousClock.now - start))
    #expect(try await openSockets(server) == 1)
    while try await next(client.socket) != nil {}
    #expect((.seconds(59)...(.seconds(75))).contains(ContinuousClock.now - start))
    #expect(try await openSockets(server) == 0)
    await server.stop()
  }
}
