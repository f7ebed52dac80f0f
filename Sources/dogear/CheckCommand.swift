import ArgumentParser
import Library
import Server

/// `dogear check`.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read the whole database and say whether it is sound.")

  @OptionGroup var options: DataOptions

  func run() async throws {
    let reply = try options.perform(.check)
    let findings = reply.json["findings"]?.array ?? []
    for finding in findings { try Terminal.write(finding.string ?? "") }
    guard findings.isEmpty else { throw AdministrationError.damaged(findings.count) }
    try Terminal.write("Everything is as it must be.")
  }
}
