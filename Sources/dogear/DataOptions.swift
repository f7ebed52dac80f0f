import ArgumentParser
import Foundation
import Server

/// Which server is meant: what every command takes.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder that holds everything. Default: dogear in XDG_DATA_HOME, else in ~/.local/share.",
      valueName: "dir"))
  var data: String?

  @Option(help: ArgumentHelp("A YAML file of settings.", valueName: "file"))
  var config: String?

  /// The settings of flags, environment and file together.
  /// - Throws: `SettingsError`.
  func settings(flags: [SettingKey: String] = [:]) throws -> Settings {
    var flags = flags
    flags[.data] = data
    return try SettingsReader.read(
      flags: flags, file: config, environment: ProcessInfo.processInfo.environment)
  }

  /// Has `command` done by the server that runs on the data directory, or here where none does.
  /// - Throws: `SettingsError` or `AdministrationError`.
  func perform(_ command: AdministrationCommand) throws -> AdministrationReply {
    let settings = try settings()
    return try command.perform(settings) {
      Terminal.writeError(settings.data.waitingNote)
    }
  }
}
