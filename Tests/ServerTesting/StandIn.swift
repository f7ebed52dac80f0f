import Framing
import HTTPTypes
package import Library
import Synchronization
import Transport

/// A server that stands in for another catalogue: it answers what a test says, and remembers what it was
/// asked.
package final class StandIn: Sendable {
  /// What it does with a request.
  package enum Answer: Sendable {
    /// Answers in JSON.
    case json(JSONValue)
    /// Answers with a status, fields and a text.
    case text(Int, String, fields: [String: String] = [:])
    /// Takes the question and says nothing.
    case silence
  }

  /// The port that it listens on.
  package let port: Int
  private let group: LoopGroup
  private let script: Script

  /// Answers each path that begins with a key of `answers`, the longest first, as it says, and all others
  /// with 404.
  package init(_ answers: [String: Answer] = [:]) throws {
    let script = Script()
    script.answers.withLock { $0 = answers }
    self.script = script
    group = try LoopGroup(count: 1)
    group.start { _ in Handler(script: script) }
    let listeners = try Listener.tcp(host: "127.0.0.1", port: 0)
    port = Int(listeners.first?.port ?? 0)
    group.listen(on: listeners)
  }

  /// Its address, as a setting has it.
  package var origin: String { "http://127.0.0.1:\(port)" }

  /// The paths that were asked for, in order.
  package var asked: [String] { script.asked.withLock { $0.map(\.path) } }

  /// How whoever asked last said who they are.
  package var userAgent: String? { script.asked.withLock { $0.last?.userAgent } }

  /// Has paths that begin so answered otherwise from now on.
  package func answer(_ path: String, _ answer: Answer) {
    script.answers.withLock { $0[path] = answer }
  }

  /// Ends it.
  package func stop() async { await group.stop(within: .milliseconds(100)) }

  private final class Script: Sendable {
    let answers = Mutex<[String: Answer]>([:])
    let asked = Mutex<[(path: String, userAgent: String?)]>([])

    func answer(to request: HTTPRequest) -> Answer {
      let path = request.path ?? ""
      asked.withLock { $0.append((path, request.headerFields[.userAgent])) }
      let answers = answers.withLock { $0 }
      let key = answers.keys.filter { path.hasPrefix($0) }.max { $0.utf8.count < $1.utf8.count }
      guard let key, let answer = answers[key] else { return .text(404, "") }
      return answer
    }
  }

  private struct Handler: ConnectionHandler {
    let script: Script

    mutating func received(
      _ request: Request, from id: ConnectionID, on loop: isolated EventLoop
    ) {
      switch script.answer(to: request.head) {
      case .json(let json):
        loop.respond(HTTPResponse(status: .ok), body: json.canonicalBytes, to: id)
      case .text(let status, let text, let fields):
        var response = HTTPResponse(status: .init(code: status))
        for (name, value) in fields {
          if let name = HTTPField.Name(name) { response.headerFields[name] = value }
        }
        loop.respond(response, body: Array(text.utf8), to: id)
      case .silence: break
      }
    }

    mutating func received(
      _ message: Message, from id: ConnectionID, on loop: isolated EventLoop
    ) {}
  }
}
