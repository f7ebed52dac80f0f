import ArgumentParser
import Server

/// `dogear export FILE`.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the library, as it is now, to a file.",
    discussion: """
      The file is Dogear's own JSON, which dogear import reads back without loss; a file called \
      .zip has the pictures of covers beside it, and one called .csv is a table of the books, as \
      Goodreads writes it. The history is in a backup alone. A dash stands for standard output.
      """)

  @OptionGroup var options: DataOptions

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("Name the file to write.") }
  }

  func run() async throws {
    let settings = try options.settings()
    guard !settings.data.mustKeep(file) else { throw AdministrationError.belongsToLibrary(file) }
    Signals.leaveNothingHalf()
    let export = LibraryExport { try options.perform($0) }
    let caveats = try file == "-" ? export.write(by: Terminal.write) : export.write(to: file)
    for caveat in caveats { Terminal.writeError(caveat) }
  }
}
