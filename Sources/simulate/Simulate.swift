import Foundation
import Simulation

/// Looks for a world in which the sync engine breaks a promise: `simulate SEEDS=1..2000`.
///
/// Prints how it goes, and for every seed that fails what went wrong; the world, made as small as it can
/// be, is written to `.artifacts/simulation/SEED.txt`. A hundred worlds or more fail as well where
/// something that can fail never did. `simulate --traces FOLDER SEEDS` only writes down what
/// the replicas do; `simulate --mutants` looks for the planted bugs.
@main
struct Simulate {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    #if MUTANTS
      if arguments.contains("--mutants") {
        let limit = arguments.compactMap { UInt64($0) }.first ?? 2_000
        exit(Hunt(limit: limit).run() ? 0 : 1)
      }
    #endif
    var recorder: Recorder?
    if arguments.first == "--traces", arguments.count > 1 {
      recorder = Recorder(folder: URL(filePath: arguments[1], directoryHint: .isDirectory))
      arguments.removeFirst(2)
    }
    guard let text = arguments.first(where: { !$0.hasPrefix("--") }),
      let seeds = Seeds(text.replacing("SEEDS=", with: ""))
    else {
      print("Usage: simulate [--traces FOLDER] SEEDS=1..2000, or one seed, or COUNT@fresh")
      exit(2)
    }
    if let recorder { return try recorder.record(seeds.range) }
    print("Seeds \(seeds.range.lowerBound)..\(seeds.range.upperBound)")
    let (failures, isComplete) = Survey(seeds.range).run()
    for failure in failures.prefix(5) { try Report(of: failure).write() }
    exit(failures.isEmpty && isComplete ? 0 : 1)
  }
}

/// Which worlds to look at.
struct Seeds {
  let range: ClosedRange<UInt64>

  init?(_ text: String) {
    if text.hasSuffix("@fresh"), let count = UInt64(text.dropLast(6)), count > 0 {
      let first = UInt64.random(in: 1_000_000...1_000_000_000)
      range = first...first + count - 1
      return
    }
    let ends = text.split(separator: ".", omittingEmptySubsequences: true).map { UInt64($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last,
      ends.count <= 2
    else { return nil }
    range = first...last
  }
}
