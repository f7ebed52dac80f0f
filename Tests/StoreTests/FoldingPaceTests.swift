import Testing

@testable import Store

@Suite struct FoldingPaceTests {
  private let pace = FoldingPace()

  @Test func `a piece is complete with a megabyte, and the next begins after the rest`() {
    let page = 4_096
    pace.begin()
    for _ in 1..<256 { #expect(!pace.hasCompletedPiece(with: page)) }
    #expect(pace.hasCompletedPiece(with: page))
    pace.rest()
    #expect(!pace.hasCompletedPiece(with: page))
  }

  @Test func `what is left of a piece is no part of the next folding`() {
    #expect(!pace.hasCompletedPiece(with: 1_000_000))
    pace.begin()
    #expect(!pace.hasCompletedPiece(with: 1_000_000))
  }

  @Test func `nobody rests while somebody waits`() {
    pace.begin()
    #expect(pace.restDuration > .zero)
    pace.hurry { #expect(pace.restDuration == .zero) }
    #expect(pace.restDuration > .zero)
    #expect(pace.restDuration <= Limits.foldingRestMax)
  }
}
