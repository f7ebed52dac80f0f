import Hub
import Store
import Testing
import Wire

@Suite struct GreetingTests {
  @Test func `welcome tells who the device is, where the library stands and how to go on`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let welcome = try #require(harness.welcome(laptop))
    #expect(welcome.protocolVersion == 1)
    #expect(welcome.account == "anna")
    #expect(welcome.library.id == "books")
    #expect(welcome.library.epoch == "epoch-1")
    #expect(welcome.library.head == 0)
    #expect(welcome.device == Welcome.Device(id: "laptop", name: "LAPTOP"))
    #expect(welcome.lastN == 0)
    #expect(welcome.devices.map(\.id).sorted() == ["laptop", "phone", "server", "tablet"])
    #expect(welcome.clock == 10_000)
    #expect(welcome.resume == .ok)
  }

  @Test func `a cursor of another epoch, or beyond the head, starts again`() throws {
    var harness = try Harness()
    harness.join(1, as: "laptop", epoch: "epoch-0")
    harness.join(2, as: "laptop", epoch: "epoch-1", cursor: 1)
    harness.join(3, as: "laptop", epoch: "epoch-1", cursor: 0)
    #expect([1, 2, 3].map { harness.welcome(SessionID($0))?.resume } == [.reset, .reset, .ok])
  }

  @Test func `a device that holds an ack it was never given takes a new incarnation`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.push([.make("a", n: 1, .book("emma")), .make("b", n: 2, .book("sanditon"))], laptop)
    harness.commit()
    let claims: [(Hello.Sent, Welcome.Resume)] = [
      (Hello.Sent(n: 2, op: "b"), .ok), (Hello.Sent(n: 1, op: "a"), .ok),
      (Hello.Sent(n: 1, op: "b"), .fork), (Hello.Sent(n: 2, op: "c"), .fork),
      (Hello.Sent(n: 3, op: "c"), .fork),
    ]
    for (index, (sent, resume)) in claims.enumerated() {
      let id = harness.join(10 + index, as: "laptop", epoch: "epoch-1", sent: sent)
      #expect(harness.welcome(id)?.resume == resume)
      #expect(harness.welcome(id)?.lastN == 2)
    }
  }

  @Test func `an op first met under another incarnation agrees with either`() throws {
    var harness = try Harness()
    let first = harness.join(1, as: "laptop")
    harness.push([.make("a", n: 1, .book("emma")), .make("b", n: 2, .book("sanditon"))], first)
    harness.commit()
    let second = harness.join(2, as: "laptop", incarnation: "second")
    harness.push([.make("b", n: 1, .book("sanditon"))], second)
    harness.commit()
    let again = harness.join(
      3, as: "laptop", incarnation: "second", sent: Hello.Sent(n: 1, op: "b"))
    #expect(harness.welcome(again)?.resume == .ok)
  }

  @Test func `a token that nobody holds, and none at all, are not paired`() throws {
    var harness = try Harness()
    harness.join(1, as: "stranger")
    harness.happen(.connected(SessionID(2), secret: nil))
    harness.say(.hello(Hello(client: "test", incarnation: "i", clock: 0)), SessionID(2))
    #expect(harness.closed == [SessionID(1): .notPaired, SessionID(2): .notPaired])
    #expect(harness.error(SessionID(1))?.code == "notPaired")
    #expect(harness.welcome(SessionID(1)) == nil)
  }

  @Test func `the token of a hello goes before the one of the connection`() throws {
    var harness = try Harness()
    let id = SessionID(1)
    harness.happen(.connected(id, secret: .of("laptop")))
    let hello = ClientMessage.hello(Hello(client: "test", incarnation: "i", clock: 0))
    harness.happen(.received(id, hello, byteCount: 100, secret: .of("phone")))
    #expect(harness.welcome(id)?.device.id == "phone")
  }

  @Test func `a hello's token that is none is nobody's, whoever the connection's is`() throws {
    var harness = try Harness()
    let id = SessionID(1)
    harness.happen(.connected(id, secret: .of("laptop")))
    harness.say(
      .hello(Hello(client: "test", token: "nobody", incarnation: "i", clock: 0)), id)
    #expect(harness.closed == [id: .notPaired])
    #expect(harness.welcome(id) == nil)
  }

  @Test func `nothing is told before hello`() throws {
    var harness = try Harness()
    for number in 1...4 { harness.happen(.connected(SessionID(number), secret: .of("laptop"))) }
    harness.say(.pull(Pull(since: 0)), SessionID(1))
    harness.push([.make("a", n: 1, .book("emma"))], SessionID(2))
    harness.say(.ping(Ping(at: 7)), SessionID(3))
    harness.say(.unknown(type: "scenes.watch"), SessionID(4))
    #expect(harness.closed == [SessionID(1): .malformed, SessionID(2): .malformed])
    #expect(harness.received[SessionID(3)] == [.pong(Pong(at: 7, now: harness.now))])
    #expect(!harness.isCommitDue)
    // Nor is anybody told who has not said it.
    harness.push([.make("a", n: 1, .book("emma"))], harness.join(5, as: "phone"))
    harness.commit()
    #expect(harness.received[SessionID(4)] == nil)
  }

  @Test func `a connection that says no hello in time is closed, once`() throws {
    var harness = try Harness()
    harness.happen(.connected(SessionID(1), secret: .of("laptop")))
    harness.join(2, as: "phone")
    harness.now += 9_999
    harness.happen(.tick)
    #expect(harness.closed.isEmpty)
    harness.now += 1
    harness.happen(.tick)
    harness.happen(.tick)
    #expect(harness.closed == [SessionID(1): .helloTimeout])
    #expect(harness.received[SessionID(1)]?.count == 1)
  }

  @Test func `the time in a library does not go back with the clock, and both are told`() throws {
    var harness = try Harness()
    harness.push([.make("a", n: 1, .book("emma"))], harness.join(1, as: "laptop"))
    harness.commit()
    let written = harness.now
    harness.now -= 3_000
    let phone = harness.join(2, as: "phone")
    let welcome = try #require(harness.welcome(phone))
    #expect(welcome.clock == written)
    #expect(welcome.now == harness.now)
  }

  @Test func `a clock that is set back lets nobody stay without a hello`() throws {
    var harness = try Harness()
    harness.happen(.connected(SessionID(1), secret: .of("laptop")))
    harness.now -= 3_600_000
    harness.happen(.tick)
    #expect(harness.closed == [SessionID(1): .helloTimeout])
  }

  @Test func `a second hello, another protocol and an unknown library end the connection`() throws {
    var harness = try Harness()
    let hello = Hello(client: "test", incarnation: "i", clock: 0)
    harness.say(.hello(hello), harness.join(1, as: "laptop"))
    var newer = hello
    newer.protocolVersions = 2...9
    harness.happen(.connected(SessionID(2), secret: .of("laptop")))
    harness.say(.hello(newer), SessionID(2))
    var elsewhere = hello
    elsewhere.library = "films"
    harness.happen(.connected(SessionID(3), secret: .of("laptop")))
    harness.say(.hello(elsewhere), SessionID(3))
    #expect(
      harness.closed == [
        SessionID(1): .malformed, SessionID(2): .protocolVersion, SessionID(3): .malformed,
      ])
  }

  @Test func `a device has so many connections and no more`() throws {
    var harness = try Harness()
    for number in 1...32 { harness.join(number, as: "laptop") }
    #expect(harness.closed.isEmpty)
    harness.join(33, as: "laptop")
    #expect(harness.closed == [SessionID(33): .rate])
    #expect(harness.error(SessionID(33))?.retryAfterMilliseconds == 1_000)
    harness.happen(.disconnected(SessionID(1)))
    harness.join(34, as: "laptop")
    #expect(harness.welcome(SessionID(34)) != nil)
  }
}
