#if MUTANTS
  import Dispatch
  import Foundation
  import Library
  import Simulation
  import Synchronization

  /// Looks for each planted bug until a world breaks a promise, and says how many worlds that took.
  struct Hunt {
    /// How many worlds a bug may hide in.
    let limit: UInt64

    /// Prints a line for each; returns whether all were found.
    func run() -> Bool {
      let mutants = Mutant.allCases
      let found = Mutex<[Mutant: (seeds: UInt64, violation: String)]>([:])
      DispatchQueue.concurrentPerform(iterations: mutants.count) { index in
        let mutant = mutants[index]
        for seed in 1...limit {
          let (violations, _) = Mutant.$active.withValue(mutant) {
            Survey.violations(of: Script(seed: seed))
          }
          // A world that fails without the bug has found another one.
          guard let violation = violations.first,
            Survey.violations(of: Script(seed: seed)).0.isEmpty
          else { continue }
          found.withLock { $0[mutant] = (seed, violation) }
          return
        }
      }
      let results = found.withLock { $0 }
      for mutant in mutants {
        let result = results[mutant].map { "\($0.seeds)\t\($0.violation)" } ?? "never\t-"
        print("\(mutant.rawValue)\t\(result)")
      }
      return results.count == mutants.count
    }
  }
#endif
