import ArgumentParser
import Interchange
import Library
import Server

/// `dogear import FILE`.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Bring in the books of another program's export.",
    discussion: """
      The same file twice changes nothing the second time. Rows that cannot be read are listed with \
      the reason, and all others are imported; the exit status is 1 then.

      A status of the file that Dogear lacks becomes a shelf, and is named at the end. What it stands \
      for can be said, with a dry run or without: the library remembers it.
      """)

  @OptionGroup var options: DataOptions

  @Flag(help: "Say what would happen, and change nothing.")
  var dryRun = false

  @Option(
    name: .customLong("status"),
    help: ArgumentHelp(
      "What a status of the file stands for, such as “On ice=paused”: "
        + "\(Schema.statuses.joined(separator: ", ")), or shelf. May be given several times.",
      valueName: "name=status"))
  var statuses: [String] = []

  @Argument(help: "The file, as the other program wrote it.", completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("Name the file to import.") }
    _ = try answers
  }

  /// What stands behind the last `=` is ours: a name may hold one itself.
  private var answers: StatusAnswers {
    get throws {
      var answers = StatusAnswers.none
      for text in statuses {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        let name = parts.dropLast().joined(separator: "=")
        guard let status = parts.last, !name.isEmpty, answers.note(status, of: name) else {
          let known = Schema.statuses.joined(separator: ", ")
          throw ValidationError("--status takes NAME=STATUS, where STATUS is \(known) or shelf.")
        }
      }
      return answers
    }
  }

  func run() async throws {
    let coming = try LibraryImport(file, isDry: dryRun, answers: answers)
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
    for question in report["questions"]?.array ?? [] {
      guard let line = ImportLine.question(question) else { continue }
      try Terminal.write(line)
    }
    let brought = try pictures.get()
    for line in brought?.lines ?? [] { try Terminal.write(Terminal.plain(line)) }
    let isWhole =
      refused.isEmpty && brought?.refused.isEmpty != false
      && report["counts"]?["failed"]?.int ?? 0 == 0
    guard isWhole else { throw ExitCode.failure }
  }
}
