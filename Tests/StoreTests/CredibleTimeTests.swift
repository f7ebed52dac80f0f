import Store
import Testing

struct CredibleTimeTests {
  private static let week = 7 * 86_400_000

  private func passed(_ clocks: [Int], from start: Int) -> Int {
    var time = CredibleTime(time: start, clock: start)
    for clock in clocks { time.pass(until: clock, stepMax: Self.week) }
    return time.time
  }

  @Test func `time passes with the clock, and not back`() {
    #expect(passed([10, 30, 20], from: 5) == 30)
    #expect(passed([9 * Self.week], from: 0) == Self.week)
  }

  @Test func `a clock that is wrong at every start, and set right each time, adds nothing`() {
    let start = 1_000 * Self.week
    let boots = (1...20).flatMap { [100, start + $0] }
    #expect(passed(boots, from: start) == start + 20)
  }
}
