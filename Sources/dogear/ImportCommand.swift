import ArgumentParser
import Library
import Server

/// `dogear import FILE`.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Bring in the books of another program's export.",
    discussion: """
      The same file twice changes nothing the second time. Rows that cannot be read are listed with \
      the reason, and all others are imported; the exit status is 1 then.
      """)

  @OptionGroup var options: DataOptions

  @Flag(help: "Say what would happen, and change nothing.")
  var dryRun = false

  @Argument(help: "The file, as the other program wrote it.", completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("Name the file to import.") }
  }

  func run() async throws {
    let coming = try LibraryImport(file, isDry: dryRun)
    let report = try options.perform(coming.command).json
    // Before anything is told of it, which may fail: who hears that all is done has the pictures, too.
    let pictures = Result { dryRun ? nil : try coming.bringPictures { try options.perform($0) } }
    for row in report["rows"]?.array ?? [] {
      guard let line = ImportLine.text(row) else { continue }
      try Terminal.write(line)
    }
    let refused = report["refused"]?.array ?? []
    for reason in refused { try Terminal.write("Refused: \(reason.string ?? "")") }
    try Terminal.write(ImportLine.summary(report))
    let brought = try pictures.get()
    for line in brought?.lines ?? [] { try Terminal.write(Terminal.plain(line)) }
    let isWhole =
      refused.isEmpty && brought?.refused.isEmpty != false
      && report["counts"]?["failed"]?.int ?? 0 == 0
    guard isWhole else { throw ExitCode.failure }
  }
}
