import Navigation
import Testing

@Suite struct AnchorTests {
  private let rows = ["b1", "b2", "b3", "b4"]

  @Test func `an anchor's own row comes first, with its offset`() {
    let anchor = Anchor(id: "b3", offset: 250, index: 0, near: ["b1"])
    #expect(Anchor.resolve(anchor, in: rows) == (2, 250))
  }

  @Test func `a neighbour stands in for a row that is gone, from its top`() {
    let anchor = Anchor(id: "b9", offset: 250, index: 0, near: ["b8", "b4", "b1"])
    #expect(Anchor.resolve(anchor, in: rows) == (3, 0))
  }

  @Test func `without any neighbour the old place counts, within what is there`() {
    let anchor = Anchor(id: "b9", offset: 250, index: 48, near: [])
    #expect(Anchor.resolve(anchor, in: rows) == (3, 0))
    #expect(Anchor.resolve(anchor, in: []) == (0, 0))
    #expect(Anchor.resolve(nil, in: rows) == (0, 0))
  }

  @Test func `the feed loads the pages its anchor needs`() {
    let pages = [0, 14, 15, 34, 35].map {
      Anchor.feedPages(Anchor(id: nil, offset: 0, index: $0, near: []))
    }
    #expect(pages == [1, 1, 2, 2, 3])
    #expect(Anchor.feedPages(nil) == 1)
  }
}
