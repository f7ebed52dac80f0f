import Server
import ServerTesting
import Testing

struct ServiceManagerTests {
  @Test func `sockets are taken where they are meant for this process`() {
    let own = ["LISTEN_PID": "7", "LISTEN_FDS": "2"]
    #expect(ServiceManager(environment: own, process: 7).descriptors == 3..<5)
    #expect(ServiceManager(environment: own, process: 8).descriptors.isEmpty)
    for count in ["", "-1", "two"] {
      let environment = ["LISTEN_PID": "7", "LISTEN_FDS": count]
      #expect(ServiceManager(environment: environment, process: 7).descriptors.isEmpty)
    }
    let many = ["LISTEN_PID": "7", "LISTEN_FDS": "99999999999"]
    #expect(
      ServiceManager(environment: many, process: 7).descriptors.count == Limits.inheritedSocketsMax)
  }

  @Test func `it is told twice as often as it wants to be`() {
    func interval(_ environment: [String: String]) -> Duration? {
      ServiceManager(environment: environment, process: 7).aliveInterval
    }
    #expect(interval(["WATCHDOG_USEC": "30000000"]) == .seconds(15))
    #expect(interval(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"]) == .seconds(15))
    #expect(interval(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"]) == nil)
    #expect(interval(["WATCHDOG_USEC": "0"]) == nil)
    #expect(interval([:]) == nil)
  }

  @Test func `it hears what it is told`() throws {
    let folder = try TemporaryDirectory()
    let socket = try #require(NotifySocket(in: folder))
    let manager = ServiceManager(environment: ["NOTIFY_SOCKET": socket.path])
    manager.tell(.ready)
    manager.tell(.stopping)
    #expect(socket.receive().hasPrefix("READY=1\n"))
    #expect(socket.receive().hasPrefix("STOPPING=1\n"))
  }

  @Test(arguments: ["", "/nowhere/notify", String(repeating: "a", count: 200), "@nobody"])
  func `nobody there is no trouble`(path: String) {
    ServiceManager(environment: ["NOTIFY_SOCKET": path]).tell(.alive)
  }
}
