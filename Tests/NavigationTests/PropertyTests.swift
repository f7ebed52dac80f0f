import NavigationWalk
import Testing

/// The obligations of NAVIGATION §3.11 over a seeded random walk with hostile payloads. `make walk`
/// goes much further.
@Suite(.enabled(if: Walk.isPossible)) struct PropertyTests {
  /// What contradicts each property in a walk, by its name.
  private static let contradictions = Property.survey(seed: 1, stepCount: 4000).contradictions

  @Test(arguments: Property.all)
  func `a property holds after every step of the walk`(_ property: Property) {
    #expect(Self.contradictions[property.name] == nil, "\(property)")
  }

  @Test func `every property of the design is here`() {
    #expect(Set(Property.all.map(\.name)) == Set((1...11).map { "P\($0)" }))
  }
}
