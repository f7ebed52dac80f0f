import ArgumentParser
import Library
import Server

/// `dogear backup FILE`.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the whole database to a file, beside a running server.",
    discussion: """
      The copy is one moment of the database, opened and looked through before it takes its name. \
      Devices keep their edits until a backup holds them, and send again what one that is restored lacks; \
      what was imported since must be imported again. The server also makes backups by itself: see \
      backupHours in Config/dogear.yaml.
      """)

  @OptionGroup var options: DataOptions

  @Flag(help: "Replace a backup that is there already, and nothing else.")
  var force = false

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("Name the file to write.") }
  }

  func run() async throws {
    Signals.leaveNothingHalf()
    let command = try AdministrationCommand.backingUp(to: file, replaces: force)
    let reply = try options.perform(command)
    for line in BackupSummary(json: reply.json)?.lines ?? [] { try Terminal.write(line) }
  }
}
