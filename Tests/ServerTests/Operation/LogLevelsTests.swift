import Logging
import Server
import Testing

struct LogLevelsTests {
  @Test func `one level is for every part`() throws {
    let levels = try #require(LogLevels("warning"))
    for area in LogArea.allCases { #expect(levels[area] == .warning) }
  }

  @Test func `a part can be louder than the rest`() throws {
    let levels = try #require(LogLevels("error, requests=debug,hub = trace"))
    #expect(levels[.requests] == .debug)
    #expect(levels[.hub] == .trace)
    #expect(levels[.server] == .error)
    #expect(levels.logger(.requests).logLevel == .debug)
  }

  @Test func `parts alone leave the rest as it is by default`() throws {
    let levels = try #require(LogLevels("sessions=trace"))
    #expect(levels[.sessions] == .trace)
    #expect(levels[.server] == .info)
  }

  @Test(arguments: [
    "", ",", "loud", "info,", "info,debug", "info,nothing=debug", "info,hub", "info,hub=loud",
    "info,hub=debug,hub=trace", "hub=", "=debug",
  ])
  func `what is no level is refused`(text: String) {
    #expect(LogLevels(text) == nil)
  }
}
