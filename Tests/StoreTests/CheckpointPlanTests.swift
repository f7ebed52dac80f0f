import Testing

@testable import Store

struct CheckpointPlanTests {
  private var plan = CheckpointPlan(full: 100, restMax: 10, commitRestMax: 20)

  @Test mutating func `a log that is not full is left alone`() {
    for count in [0, 1, 50, 99] { #expect(plan.next(after: count) == .none) }
    #expect(plan.next(after: 100) == .beside(frameCount: 100))
  }

  @Test mutating func `what commits add meanwhile is folded between two of them, if it is little`()
  {
    #expect(plan.next(after: 104) == .beside(frameCount: 104))
    #expect(plan.next(after: 107) == .none)
    plan.folded(107, of: 104)
    #expect(plan.next(after: 112) == .here)
    plan.folded(112, of: 112)
    // It begins anew.
    #expect(plan.next(after: 3) == .none)
    #expect(plan.next(after: 99) == .none)
    #expect(plan.next(after: 101) == .beside(frameCount: 101))
  }

  @Test mutating func `if it is much, beside them once more`() {
    #expect(plan.next(after: 100) == .beside(frameCount: 100))
    #expect(plan.next(after: 160) == .none)
    plan.folded(100, of: 100)
    #expect(plan.next(after: 161) == .beside(frameCount: 61))
    plan.folded(161, of: 161)
    #expect(plan.next(after: 170) == .here)
  }

  @Test mutating func `no more than the last commit added is folded between two of them, too`() {
    #expect(plan.next(after: 100) == .beside(frameCount: 100))
    #expect(plan.next(after: 117) == .none)
    plan.folded(100, of: 100)
    // 33, of which this one added 16.
    #expect(plan.next(after: 133) == .beside(frameCount: 33))
    plan.folded(133, of: 133)
    #expect(plan.next(after: 149) == .here)
  }

  @Test mutating func `but not whatever it added`() {
    #expect(plan.next(after: 100) == .beside(frameCount: 100))
    plan.folded(100, of: 100)
    #expect(plan.next(after: 121) == .beside(frameCount: 21))
  }

  @Test mutating func `commits wait where folding does not keep up with them`() {
    #expect(plan.next(after: 100) == .beside(frameCount: 100))
    #expect(plan.next(after: 199) == .none)
    #expect(plan.next(after: 200) == .here)
    plan.folded(100, of: 100)
    plan.folded(200, of: 200)
    #expect(plan.next(after: 1) == .none)
  }

  @Test mutating func `a log that somebody reads for long is tried now and then`() {
    #expect(plan.next(after: 100) == .beside(frameCount: 100))
    plan.folded(40, of: 100)
    #expect(plan.next(after: 109) == .none)
    #expect(plan.next(after: 110) == .beside(frameCount: 70))
    plan.folded(40, of: 110)
    #expect(plan.next(after: 250) == .here)
    plan.folded(40, of: 250)
    #expect(plan.next(after: 259) == .none)
    #expect(plan.next(after: 260) == .here)
    plan.folded(260, of: 260)
    // All is folded, and still it did not begin anew.
    #expect(plan.next(after: 269) == .none)
    #expect(plan.next(after: 270) == .here)
  }

  @Test mutating func `what is not folded is known from the first commit on`() {
    #expect(plan.restCount == nil)
    #expect(plan.next(after: 100) == .beside(frameCount: 100))
    #expect(plan.restCount == 100)
    plan.folded(100, of: 100)
    #expect(plan.next(after: 104) == .here)
    #expect(plan.restCount == 4)
    // It begins anew.
    #expect(plan.next(after: 3) == .none)
    #expect(plan.restCount == 3)
  }

  @Test mutating func `a log that was emptied begins anew, however much comes next`() {
    #expect(plan.next(after: 20) == .none)
    plan.folded(20, of: 20)
    plan.emptied()
    #expect(plan.restCount == 0)
    #expect(plan.next(after: 30) == .none)
    #expect(plan.restCount == 30)
    #expect(plan.next(after: 100) == .beside(frameCount: 100))
  }

  @Test mutating func `what fails is tried a little later`() {
    #expect(plan.next(after: 100) == .beside(frameCount: 100))
    plan.folded(nil, of: 100)
    #expect(plan.next(after: 101) == .none)
    #expect(plan.next(after: 110) == .beside(frameCount: 110))
  }
}
