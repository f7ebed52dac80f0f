import NavigationWalk
import Testing

/// The obligations of NAVIGATION §3.11 over seeded random walks with hostile payloads. `make walk`
/// goes much further.
@Suite(.enabled(if: Walk.isPossible)) struct PropertyTests {
  /// What contradicts each property in some walks, by its name.
  private static let contradictions = [1, 2, 3].map {
    Property.survey(seed: $0, stepCount: 4000).contradictions
  }

  @Test(arguments: Property.all)
  func `a property holds after every step of every walk`(_ property: Property) {
    let found = Self.contradictions.compactMap { $0[property.name] }
    #expect(found.isEmpty, "\(property)")
  }

  @Test func `every property of the design is here`() {
    #expect(Set(Property.all.map(\.name)) == Set((1...11).map { "P\($0)" }))
  }
}
