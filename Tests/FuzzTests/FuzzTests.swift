import FuzzTargets
import Testing

/// Some hundred wrong inputs with every test run, the same each time; `make fuzz` looks for more.
struct FuzzTests {
  @Test(arguments: FuzzTargets.all.map { $0.name })
  func `a target keeps its promises whatever comes`(_ name: String) throws {
    let target = try #require(FuzzTargets.named(name))
    for seed in target.seeds { target.run(seed) }
    var inputs = FuzzInputs(target, seed: 20_261_122)
    for _ in 0..<500 { target.run(inputs.next()) }
  }
}
