import Library
import Navigation

/// One obligation of NAVIGATION §3.11: what must hold after every step of every walk.
package struct Property: Sendable, CustomStringConvertible {
  /// What the design page calls it.
  package let name: String
  /// What it says.
  package let claim: String
  /// Whether it speaks of the state alone, so that a step that moved nothing need not be asked.
  let isOfState: Bool
  /// What contradicts it after a step; nil where it holds.
  let violation: @Sendable (Walk.Step) -> String?

  package var description: String { "\(name): \(claim)" }

  /// All that a walk can contradict.
  package static let all: [Property] = [
    lossless, backEnds, repairIsComplete, topComesAcross, linksReadBack, staysLegal,
    decodesAnything,
    touchesOneTab, lastWriteWins, draftsEndKept, oneText,
  ]

  /// Walks `stepCount` steps: the first contradiction of each property, by the property's name, and
  /// the hash of the walk as `Walk.hashes` has it.
  package static func survey(
    seed: Int, stepCount: Int
  ) -> (contradictions: [String: String], hash: UInt32) {
    var found: [String: String] = [:]
    var fingerprint = Fingerprint()
    var walk = Walk(seed: seed)
    for _ in 0..<stepCount {
      let step = walk.next()
      fingerprint.add(step.outputs.json)
      if step.count % hashedSteps == 0 { fingerprint.add(step.after.json) }
      let hasMoved = step.after != step.before || step.count == 1
      for property in all where hasMoved || !property.isOfState {
        guard found[property.name] == nil, let violation = property.violation(step) else {
          continue
        }
        found[property.name] =
          "seed \(seed), step \(step.count), \(step.action.canonicalText): \(violation)"
      }
    }
    return (found, fingerprint.hash)
  }

  /// How many steps pass from one hashed window to the next.
  private static let hashedSteps = 100
}
