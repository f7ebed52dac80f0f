import ArgumentParser
import Library
import Server

/// `dogear pair`.
struct PairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Print a fresh link that pairs one more device.")

  @OptionGroup var options: DataOptions

  func run() async throws {
    let reply = try await options.perform(.pair)
    Terminal.write(reply.json["link"]?.string ?? "")
    if reply.json["running"]?.bool == false {
      Terminal.writeError("The link works once dogear serve runs on this data directory.")
    }
  }
}
