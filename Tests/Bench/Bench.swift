import Foundation
import Library
import Transport

/// What the sync costs, measured on a release build: `make bench`. Arguments run some parts alone;
/// `--json FILE` writes the figures to a file, too. A part that fails has a line that says so among the
/// figures of the others.
@main
struct Bench {
  private typealias Part = (name: String, run: @Sendable () async throws -> [Figure])

  private static let parts: [Part] = [
    ("pull", PullBench.run), ("catch-up", CatchUpBench.run), ("year", YearBench.run),
    ("scenes", ScenesBench.run), ("acks", AckBench.run), ("fan-out", FanOutBench.run),
    ("deaf", DeafBench.run), ("hub", HubBench.run),
  ]

  static func main() async {
    DescriptorLimit.raise()
    do {
      if try await !measure() { exit(EXIT_FAILURE) }
    } catch {
      print(error)
      exit(EXIT_FAILURE)
    }
  }

  /// Whether every figure is as it must be.
  private static func measure() async throws -> Bool {
    var wanted = Array(CommandLine.arguments.dropFirst())
    var file: String?
    if let flag = wanted.firstIndex(of: "--json"), wanted.indices.contains(flag + 1) {
      file = wanted[flag + 1]
      wanted.removeSubrange(flag...flag + 1)
    }
    var figures: [Figure] = []
    var members: JSONObject = [:]
    for part in parts where wanted.isEmpty || wanted.contains(part.name) {
      let found = await measure(part) + [Figure(loadOf: try load(), in: part.name)]
      figures += found
      members[part.name] = .array(found.map(\.json))
    }
    // What holds on any machine first.
    for figure in figures where figure.isRatio { print(figure.text) }
    for figure in figures where !figure.isRatio { print(figure.text) }
    if let file {
      try Data(JSONValue.object(members).canonicalBytes).write(to: URL(fileURLWithPath: file))
    }
    return figures.allSatisfy(\.isWithin)
  }

  /// What a part tells, which may be that it failed.
  private static func measure(_ part: Part) async -> [Figure] {
    do {
      return try await part.run()
    } catch {
      return [Figure(failureOf: part.name, error)]
    }
  }

  /// How many wanted to run at once, over the last minute: figures of a busy machine are worth less.
  private static func load() throws -> Double {
    let text = try String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
    return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }
}
