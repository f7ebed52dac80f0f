import Server
import Testing

struct ReadinessTests {
  @Test func `a look holds for a second, good or bad`() {
    let readiness = Readiness()
    var looks = 0
    func fault(_ now: Int, _ fault: String?) -> String? {
      readiness.fault(now: now) {
        looks += 1
        return fault
      }
    }
    #expect(fault(10_000, nil) == nil)
    #expect(fault(10_999, "full") == nil)
    #expect(looks == 1)
    #expect(fault(11_000, "full") == "full")
    #expect(fault(11_500, nil) == "full")
    #expect(fault(12_000, nil) == nil)
    // A clock that was set back does not freeze the answer.
    #expect(fault(1_000, "full") == "full")
    #expect(looks == 4)
  }

  @Test func `who stops is not ready, whatever the disk says`() {
    let readiness = Readiness()
    #expect(readiness.fault(now: 1) { nil } == nil)
    readiness.stop()
    #expect(readiness.fault(now: 1) { nil } == "The server stops.")
  }
}
