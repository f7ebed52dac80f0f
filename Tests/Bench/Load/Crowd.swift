import CLinux
import Glibc
import Library
import ServerTesting

/// Many WebSocket clients on one thread, each as cheap as can be: what they take of the machine is
/// missing to the server that is measured beside them.
///
/// Safe although `epoll_event` is a union with a pointer in it: only its integer is ever used.
@safe final class Crowd {
  /// Takes one text message that came to a member.
  typealias Reader = (_ member: Int, _ payload: Span<UInt8>) -> Void

  private struct Member {
    /// Below zero once it is gone.
    var socket: CInt
    /// The beginning of a frame whose end has not come.
    var rest: [UInt8] = []
    /// Frames that go out at the end of the turn.
    var out: [UInt8] = []
  }

  private let set = epoll_create1(CInt(EPOLL_CLOEXEC))
  private var members: [Member] = []
  private var talking: [Int] = []
  private var inbox = [UInt8](repeating: 0, count: 256 << 10)
  private var events = unsafe [epoll_event](repeating: epoll_event(), count: 256)

  deinit {
    for member in members where member.socket >= 0 { Glibc.close(member.socket) }
    Glibc.close(set)
  }

  /// Connects one more member, as the device of `token` where there is one, and returns its number. One
  /// with a small `window` has room for few bytes that it has not read.
  func join(port: Int, token: String? = nil, window: CInt? = nil) throws -> Int {
    let socket = try Dialling.connect(port: port, window: window)
    try Dialling.upgrade(socket, port: port, token: token)
    members.append(Member(socket: socket))
    listen(members.count - 1, isOn: true)
    return members.count - 1
  }

  /// Takes a member's connection down.
  func leave(_ member: Int) {
    Glibc.close(members[member].socket)
    members[member].socket = -1
  }

  /// Joins, says hello and waits for the welcome.
  func greet(
    port: Int, token: String, incarnation: String, isLive: Bool, window: CInt? = nil
  ) throws -> Int {
    let member = try join(port: port, token: token, window: window)
    let hello = TestClient.hello(incarnation: incarnation, isLive: isLive)
    say(TestSocket.frame(opcode: 1, hello.canonicalBytes), by: member)
    var isWelcome = false
    try wait("a welcome", while: { !isWelcome }) { from, _ in
      isWelcome = isWelcome || from == member
    }
    return member
  }

  /// Sends a frame at the end of the turn.
  func say(_ frame: [UInt8], by member: Int) {
    if members[member].out.isEmpty { talking.append(member) }
    members[member].out += frame
  }

  /// Has a member read, or not read, what comes to it.
  func listen(_ member: Int, isOn: Bool) {
    var event = unsafe epoll_event(
      events: EPOLLIN.rawValue, data: epoll_data_t(u64: UInt64(member)))
    let operation = isOn ? EPOLL_CTL_ADD : EPOLL_CTL_DEL
    let result = unsafe epoll_ctl(set, operation, members[member].socket, &event)
    precondition(result == 0, "epoll_ctl: errno \(errno)")
  }

  /// Turns while `isWaiting`, unless nothing comes for ten seconds.
  func wait(_ what: String, while isWaiting: () -> Bool, _ read: Reader) throws {
    while isWaiting() {
      guard try turn(milliseconds: 10_000, read) else {
        throw Failure("The server let its clients wait ten seconds for \(what).")
      }
    }
  }

  /// Sends what is to be sent, waits so long for something to come, and takes it. False where nothing
  /// came.
  @discardableResult
  func turn(milliseconds: Int, _ read: Reader) throws -> Bool {
    try flush()
    let count = unsafe epoll_wait(set, &events, CInt(events.count), CInt(milliseconds))
    for index in 0..<max(0, Int(count)) {
      try take(Int(unsafe events[index].data.u64), read)
    }
    try flush()
    return count > 0
  }

  private func flush() throws {
    let talking = self.talking
    self.talking = []
    for member in talking {
      let out = members[member].out
      members[member].out.removeAll(keepingCapacity: true)
      try Dialling.write(out, to: members[member].socket)
    }
  }

  private func take(_ member: Int, _ read: Reader) throws {
    let socket = members[member].socket
    // Its own while readers look at it.
    var inbox = self.inbox
    self.inbox = []
    defer { self.inbox = inbox }
    let count = unsafe inbox.withUnsafeMutableBytes { bytes in
      unsafe recv(socket, bytes.baseAddress, bytes.count, 0)
    }
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      throw Failure("The server dropped a client.")
    }
    if members[member].rest.isEmpty {
      let used = try frames(inbox.span.extracting(first: count), of: member, read)
      if used < count { members[member].rest = Array(inbox[used..<count]) }
    } else {
      var rest = members[member].rest
      members[member].rest = []
      rest += inbox[..<count]
      rest.removeFirst(try frames(rest.span, of: member, read))
      members[member].rest = rest
    }
  }

  /// Takes every whole frame (RFC 6455 §5.2); the count of bytes that were.
  private func frames(_ bytes: Span<UInt8>, of member: Int, _ read: Reader) throws -> Int {
    var start = 0
    while bytes.count - start >= 2 {
      let short = Int(bytes[start + 1] & 0x7F)
      let head = short < 126 ? 2 : short == 126 ? 4 : 10
      guard bytes.count - start >= head else { break }
      var length = short < 126 ? short : 0
      for index in 2..<max(2, head) { length = length << 8 | Int(bytes[start + index]) }
      let end = start + head + length
      guard bytes.count >= end else { break }
      let payload = bytes.extracting(start + head..<end)
      switch bytes[start] & 0x0F {
      case 1: read(member, payload)
      case 8: throw Failure("The server closed: \(Self.text(of: payload)).")
      case 9: say(TestSocket.frame(opcode: 10, Self.bytes(of: payload)), by: member)
      default: break
      }
      start = end
    }
    return start
  }

  private static func bytes(of payload: Span<UInt8>) -> [UInt8] {
    payload.indices.map { payload[$0] }
  }

  private static func text(of payload: Span<UInt8>) -> String {
    String(decoding: bytes(of: payload).dropFirst(2), as: UTF8.self)
  }
}
