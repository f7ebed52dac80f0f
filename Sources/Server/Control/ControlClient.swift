import Glibc
import Library

/// The command line's side of the control socket: one command to the server that holds the data
/// directory, in HTTP/1.1 over a Unix-domain socket.
package enum ControlClient {
  /// Has the server behind the socket at `path` do `command`. Blocks until it has; while it says nothing for
  /// `patience` it is asked whether it still answers anything, and for as long.
  /// - Throws: `AdministrationError`.
  package static func perform(
    _ command: AdministrationCommand, at path: String,
    patience: Duration = Limits.silencePatience
  ) throws(AdministrationError) -> AdministrationReply {
    let (target, body) = command.request
    let head =
      "POST \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      + "Content-Length: \(body.count)\r\n\r\n"
    let response: [UInt8]
    do {
      let socket = try UnixSocket(connectingTo: path, patience: patience)
      let mayWait = { isAlive(at: path, patience) }
      try socket.write(Array(head.utf8) + body, mayWait: mayWait)
      response = try socket.readToEnd(mayWait: mayWait)
    } catch let error where error.number == EAGAIN {
      throw .silent(command.trace)
    } catch let error where [ENOENT, ECONNREFUSED].contains(error.number) {
      throw .noAnswer("it is starting, or stopping, or is a command itself")
    } catch {
      throw .noAnswer(error.description)
    }
    guard let (status, body) = parse(response) else { throw .brokenOff(command.trace) }
    guard status == 200 else {
      let error = (try? JSONValue(parsing: body))?["error"]
      throw .refused(error?["message"]?.string ?? "The server answered with status \(status).")
    }
    return AdministrationReply(body: body)
  }

  /// Whether the server behind the socket at `path` is at work, or at its end, which the command's own
  /// connection tells. Its answer to no command waits for no other.
  private static func isAlive(at path: String, _ patience: Duration) -> Bool {
    do {
      let socket = try UnixSocket(connectingTo: path, patience: patience)
      try socket.write(Array("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
      _ = try socket.readToEnd()
      return true
    } catch {
      return error.number != EAGAIN
    }
  }

  /// Status and body of a whole answer; nil where it is cut short.
  private static func parse(_ response: [UInt8]) -> (status: Int, body: [UInt8])? {
    guard let end = response.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: response[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, let status = Int(words[1]) else { return nil }
    let body = Array(response[end.upperBound...])
    for line in lines.dropFirst() where line.lowercased().hasPrefix("content-length:") {
      guard Int(line.dropFirst("content-length:".count).trimmingSpaces) == body.count else {
        return nil
      }
    }
    return (status, body)
  }
}
