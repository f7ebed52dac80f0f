import Library
import TestSupport
import Testing

@testable import Interchange

/// The planner's picture of a library against the library's own merge: a plan carried out by
/// `Merge` is a plan carried out.
@Suite struct `A plan carried out by the library` {
  private static let csv = #"""
    Book Id,Title,Author,ISBN13,My Rating,Date Read,Bookshelves with positions,Exclusive Shelf,Read Count
    1,"Fen (Tidewater, #2)",Jon Ash,"=""9780441172719""",4,2023/05/14,cosy (#1),read,2
    2,Reed,Ada Fenn,"=""""",0,,"cosy (#2), dropped (#1)",dropped,0
    3,broken row
    4,,no title,,,,,read,
    """#

  @Test func `plans no change the second time, and shows the same entities`() throws {
    var states: [EntityKey: EntityState] = [:]
    let file = try ImportFile(Array(Self.csv.utf8))
    let options = ImportOptions(batch: "batch", now: 1_700_000_000_000)
    var expected = LibrarySnapshot([LibraryEntity]())
    let plan = file.plan(into: expected, options: options)
    for (position, changes) in plan.operations.map(\.changes).enumerated() {
      let seq = position + 1
      let operation = Operation(
        id: "import-\(seq)", n: seq, base: position, at: 1_700_000_000_000, changes: changes)
      var source = StatesOnly { [states] in states[$0] }
      let applied = try Merge.apply(
        operation, device: Author.server, incarnation: "import",
        moment: Moment(seq: seq, baseTime: 0, now: 1_700_000_000_000), from: &source)
      #expect(applied.outcome == .applied)
      for state in applied.states { states[state.entity] = state }
      for change in changes { expected.apply(change) }
    }
    let stored = LibrarySnapshot(states.values.map(LibraryEntity.init))
    #expect(stored.entities == expected.entities)
    #expect(stored.entities.keys.count { $0.kind == "importRow" } == 4)
    #expect(file.plan(into: stored, options: options).operations.isEmpty)
  }
}
