import Foundation
import NavigationWalk

// walk [STEPS SEED…]: takes random walks through the navigation and names every property they
// contradict. Without arguments they are the walks of trace.json, whose hashes JavaScript reached.
let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let named = arguments.dropFirst().map {
  (seed: $0, stepCount: arguments[0], hash: Int?.none)
}
var isBroken = false
for walk in named.isEmpty ? Walk.recorded : named {
  let (contradictions, hash) = Property.survey(seed: walk.seed, stepCount: walk.stepCount)
  print("seed \(walk.seed), \(walk.stepCount) steps: \(hash)")
  if let expected = walk.hash, expected != Int(hash) {
    isBroken = true
    print("JavaScript went another way: \(expected)")
  }
  for property in Property.all {
    guard let contradiction = contradictions[property.name] else { continue }
    isBroken = true
    print("\(property.name) does not hold: \(contradiction)")
  }
}
exit(isBroken ? 1 : 0)
