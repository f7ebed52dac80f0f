import ArgumentParser
import Glibc
import Server

/// The command line: arguments in, one of Server's functions called, a sentence where it fails.
@main
struct Dogear: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dogear",
    abstract: "Your library, and your place in it, on every device.",
    discussion: """
      Commands work whether or not a server runs on the same data directory; serve and restore need \
      it free, and watch keeps a copy in a directory of its own. Settings come from flags, then from \
      DOGEAR_… variables, then from the file that --config names; Config/dogear.yaml lists them all.
      """,
    version: ServerVersion.text,
    subcommands: [
      ServeCommand.self, DeviceCommand.self, PairCommand.self, ImportCommand.self,
      ExportCommand.self, CheckCommand.self, BackupCommand.self, RestoreCommand.self,
      OpenCommand.self, WatchCommand.self, TLSCommand.self,
    ])

  /// A word that begins with one dash and is no option of ours. The parser takes each letter for one, and
  /// shows help where an h is among them. A secret is none of them, and is not shown on a terminal.
  private static func strayWord(among words: some Sequence<String>) -> String? {
    var isSecret = false
    return words.prefix { $0 != "--" }.first { word in
      defer { isSecret = word == "--token" }
      return !isSecret && word.hasPrefix("-") && !word.hasPrefix("--") && word != "-"
        && word != "-h"
    }
  }

  /// Runs the command that the arguments name. Exit status: 0 when it did what it says, 1 with one
  /// sentence on standard error when it could not, 64 when the arguments make no command.
  static func main() async {
    // A library is private: whatever is written here is its owner's alone.
    umask(0o077)
    Allocator.prepare()
    Terminal.fillGaps()
    // Process 1 of a container is ended by no signal that it has not asked for.
    if getpid() == 1 {
      for number in [SIGTERM, SIGINT] { signal(number) { number in _exit(128 + number) } }
    }
    if let word = strayWord(among: CommandLine.arguments.dropFirst()) {
      Terminal.writeError(
        Terminal.plain(
          "dogear: “\(word)” is no option; a name that begins with a dash follows on “--”, as in "
            + "dogear device add -- \(word)."))
      exit(withError: ExitCode.validationFailure)
    }
    let command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      exit(withError: error)
    }
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        var command = command
        try command.run()
      }
    } catch let error where exitCode(for: error) == .success || error is ExitCode {
      // `dogear` alone asks for its help, as does `dogear help` of a command.
      exit(withError: error)
    } catch {
      Terminal.writeError(Terminal.plain("dogear: \(error)"))
      Glibc.exit(EXIT_FAILURE)
    }
  }
}
