import Testing
import Transport

struct LoopbackTests {
  @Test(arguments: [
    (Peer.local, true), (.address("127.0.0.1"), true), (.address("127.8.9.10"), true),
    (.address("::1"), true), (.address("128.0.0.1"), false), (.address("::2"), false),
    (.address("192.168.1.9"), false), (.address(""), false), (.address("127.evil.example"), false),
  ])
  func `a peer of this machine is told from all others`(peer: Peer, isHere: Bool) {
    #expect(peer.isHere == isHere)
  }

  @Test func `a listener that only this machine reaches says so`() throws {
    for (host, isLocal) in [("127.0.0.2", true), ("localhost", true), ("0.0.0.0", false)] {
      let listeners = try Listener.tcp(host: host, port: 0)
      #expect(listeners.allSatisfy { $0.isLocal == isLocal }, "\(host)")
    }
  }
}
