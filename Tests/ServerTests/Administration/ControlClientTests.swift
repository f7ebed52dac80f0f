import Dispatch
import Glibc
import Server
import ServerTesting
import Testing

/// What the command line makes of answers that are none.
@Suite(.timeLimit(.minutes(1)))
struct ControlClientTests {
  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]",
  ])
  func `a server that stops before it has answered is told as that`(answer: String) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/control"
    let descriptor = try Self.listen(at: path)
    DispatchQueue.global().async { Self.answer(answer, on: descriptor) }
    #expect(throws: AdministrationError.brokenOff(.nothing)) {
      try ControlClient.perform(.listDevices, at: path)
    }
  }

  @Test(arguments: [
    AdministrationCommand.listDevices, .importFile(name: "a", bytes: large, isDry: false),
  ])
  func `a server that is suspended is waited for no longer than is said`(
    command: AdministrationCommand
  ) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/control"
    let descriptor = try Self.listen(at: path)
    defer { close(descriptor) }
    #expect(throws: AdministrationError.silent(command.trace)) {
      try ControlClient.perform(command, at: path, patience: .milliseconds(100))
    }
  }

  /// More than a socket takes that nobody reads from.
  private static let large = [UInt8](repeating: 32, count: 4 << 20)

  @Test func `a server that is at work is waited for`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/control"
    let descriptor = try Self.listen(at: path)
    DispatchQueue.global().async {
      let client = accept(descriptor, nil, nil)
      // Asked whether it lives, twice, while it does what it was told.
      for _ in 0..<2 { Self.answerOne("HTTP/1.1 404 Not Found\r\n\r\n", on: descriptor) }
      Self.answerTo(client, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")
      close(descriptor)
    }
    let reply = try ControlClient.perform(.listDevices, at: path, patience: .seconds(2))
    #expect(reply.body == Array("[]".utf8))
  }

  /// A socket at `path` that one client may connect to.
  private static func listen(at path: String) throws -> CInt {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let result = unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0 && Glibc.listen(descriptor, 1) == 0)
    return descriptor
  }

  /// Takes a client's request, gives it `text`, and hangs up.
  private static func answer(_ text: String, on descriptor: CInt) {
    defer { close(descriptor) }
    answerOne(text, on: descriptor)
  }

  private static func answerOne(_ text: String, on descriptor: CInt) {
    answerTo(accept(descriptor, nil, nil), text)
  }

  private static func answerTo(_ client: CInt, _ text: String) {
    defer { close(client) }
    var request = [UInt8](repeating: 0, count: 4_096)
    _ = unsafe read(client, &request, request.count)
    var text = text
    text.withUTF8 { bytes in _ = unsafe write(client, bytes.baseAddress, bytes.count) }
  }
}
