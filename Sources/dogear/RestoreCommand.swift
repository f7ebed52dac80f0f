import ArgumentParser
import Server

/// `dogear restore FILE`.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring a backup back as the library.",
    discussion: """
      Needs the server to be stopped. The backup is looked through first and stays as it is; the \
      database it replaces is kept beside it under a dated name. When devices connect again they take \
      the restored state and push again every edit that they still keep; what was imported since is to be \
      imported again.
      """)

  @OptionGroup var options: DataOptions

  @Argument(help: "The backup, as dogear backup or the server made it.", completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("Name the backup to restore.") }
  }

  func run() async throws {
    let settings = try options.settings()
    let restoration = try Restoration(of: file, to: settings) {
      Terminal.writeError(settings.data.waitingNote)
    }
    try Terminal.write("Restored \(file) to:")
    for line in restoration.summary.lines { try Terminal.write(line) }
    if let kept = restoration.kept {
      try Terminal.write("What was there before is kept as \(kept).")
    }
    try Terminal.write(
      "When devices connect again they take this state, and push again every edit that they still "
        + "keep; what two of them changed shows under Conflicts. What was imported since is to be imported "
        + "again: nothing comes twice.")
    if restoration.isOutdated {
      try Terminal.write(
        "A later backup was made than this one: devices may have let go of edits that only the later "
          + "one holds.")
    }
    if restoration.isOldUnread {
      try Terminal.write(
        "There is no database from before that can be read: look through dogear device list, for devices "
          + "that lost their access after the backup was made have it again.")
    }
    try list("Paired after the backup was made, so to be paired again", restoration.unknownNames)
    try list("Without access, as before", restoration.revokedNames)
  }

  private func list(_ title: String, _ names: [String]) throws {
    if !names.isEmpty { try Terminal.write("\(title): \(names.joined(separator: ", ")).") }
  }
}
