import Library
import Navigation
import Testing

/// The tests of the tests: what is not said, fails, and the failure says what.
@Suite struct TestSceneTests {
  @Test func `a change that nobody asserted fails and is named`() {
    var window = TestScene("S-book", .narrow)
    withKnownIssue {
      window.send(
        .back, outputs: [.history(.pop), .focus("row.b1"), .track("route_pop")])
    } matching: {
      "\($0)".contains(
        "nav.tabs.library.path[0]: expected {\"id\":\"b1\",\"k\":\"book\"}, got nothing")
    }
  }

  @Test func `an asserted change that did not happen fails`() {
    var window = TestScene("S-book", .narrow)
    withKnownIssue {
      window.send(.layoutChanged, outputs: [.reproject]) { $0.nav.tab = .feed }
    } matching: {
      "\($0)".contains("nav.tab: expected \"feed\", got \"library\"")
    }
  }

  @Test func `an output that nobody asserted fails`() {
    var window = TestScene("S-book", .narrow)
    withKnownIssue {
      window.send(.back, outputs: [.history(.pop), .focus("row.b1")]) {
        $0.nav.active.path = []
      }
    } matching: {
      "\($0)".contains("outputs[2]: expected nothing, got [\"track\",\"route_pop\"]")
    }
  }

  @Test func `outputs in another order fail`() {
    var window = TestScene("S-book", .narrow)
    withKnownIssue {
      window.send(.back, outputs: [.focus("row.b1"), .history(.pop), .track("route_pop")]) {
        $0.nav.active.path = []
      }
    } matching: {
      "\($0)".contains("outputs[0][0]: expected \"focus\", got \"history\"")
    }
  }

  @Test func `a whole and right assertion passes`() {
    var window = TestScene("S-book", .narrow)
    window.send(.back, outputs: [.history(.pop), .focus("row.b1"), .track("route_pop")]) {
      $0.nav.active.path = []
    }
  }
}
