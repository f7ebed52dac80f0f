import Foundation
import FuzzTargets
import Testing

/// Wrong inputs for two seconds with every test run, beginning where `DOGEAR_FUZZ_SEED` says; `make fuzz`
/// looks for more.
struct FuzzTests {
  private static let names = FuzzTargets.all.map { $0.name }
  private static let duration = Duration.seconds(2)
  private static let seed =
    ProcessInfo.processInfo.environment["DOGEAR_FUZZ_SEED"].flatMap { UInt64($0) } ?? 20_261_122

  @Test(arguments: names)
  func `a target keeps its promises whatever comes`(_ name: String) throws {
    let target = try #require(FuzzTargets.named(name))
    for (_, bytes) in target.corpus { target.run(bytes) }
    // A promise that is broken ends the process: only what was said before is known then.
    print("Fuzzing \(name) from DOGEAR_FUZZ_SEED=\(Self.seed).")
    var inputs = FuzzInputs(target, seed: Self.seed)
    let end = ContinuousClock.now + Self.duration
    while ContinuousClock.now < end { target.run(inputs.next()) }
  }

  @Test(arguments: names)
  func `what a corpus holds is right`(_ name: String) throws {
    let target = try #require(FuzzTargets.named(name))
    #expect(target.corpus.count >= 5)
    for (file, bytes) in target.corpus {
      let isRight = target.accepts(bytes)
      #expect(isRight, "\(file)")
    }
  }
}
