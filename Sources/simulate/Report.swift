import Foundation
import Simulation

/// A failing world, as small as it can be made, for a person to read: who did what when, what was
/// expected, what is there.
struct Report {
  private let seed: UInt64
  private let lines: [String]

  init(of failure: Survey.Failure) throws {
    seed = failure.seed
    let whole = Script(seed: failure.seed)
    let kinds = Set(failure.violations.map(Self.kind))
    let script = whole.shrunk { script in
      Survey.violations(of: script).0.contains { kinds.contains(Self.kind($0)) }
    }
    var world = try World(script, isTold: true)
    let violations = try world.run()
    lines =
      [
        "Seed \(failure.seed), made smaller: \(script.items.count) of \(whole.items.count) things happen.",
        "",
      ]
      + violations + [""] + world.journal
  }

  /// A violation without what differs from world to world.
  private static func kind(_ violation: String) -> String {
    violation.split(separator: " ").filter { $0.allSatisfy(\.isLetter) }.prefix(4)
      .joined(separator: " ")
  }

  func write() throws {
    let folder = URL(filePath: ".artifacts/simulation", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "\(seed).txt")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    print("Seed \(seed), made smaller: \(file.relativePath)")
  }
}
