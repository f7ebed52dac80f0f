import Foundation

/// What the sync costs, measured on a release build: `make bench`. An argument runs one part alone.
@main
struct Bench {
  static func main() async throws {
    let parts: [(name: String, run: () async throws -> [Figure])] = [
      ("pull", PullBench.run), ("catch-up", CatchUpBench.run), ("year", YearBench.run),
      ("scenes", ScenesBench.run),
    ]
    let wanted = CommandLine.arguments.dropFirst()
    var figures: [Figure] = []
    for part in parts where wanted.isEmpty || wanted.contains(part.name) {
      figures += try await part.run()
    }
    // What holds on any machine first.
    for figure in figures where figure.isRatio { print(figure.text) }
    for figure in figures where !figure.isRatio { print(figure.text) }
    if !figures.allSatisfy(\.isWithin) { exit(EXIT_FAILURE) }
  }
}
