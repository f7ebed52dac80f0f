import ArgumentParser
import Foundation
import Replica
import Server

/// `dogear watch URL`.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print what changes in a library, as it changes.",
    discussion: """
      Keeps a copy of the library in a folder of its own, so that what changed while nobody watched is \
      told the next time, and waits for a server that is away. Each change is printed at most once: what has \
      come into the copy when the watch ends, and is not printed by then, is not told the next time. Needs a \
      device's secret once: --token, the variable DOGEAR_TOKEN, or a fresh pairing code. SIGINT, SIGTERM and \
      a reader that leaves end it.
      """)

  @Argument(help: ArgumentHelp("The server's address.", valueName: "url"))
  var server: String

  // A secret may begin with a dash.
  @Option(
    parsing: .unconditional, help: "The device's secret, as dogear device add prints it.")
  var token: String?

  @Option(name: .customLong("pair"), help: "A pairing code or link, as dogear pair prints it.")
  var code: String?

  @Option(help: "What to call this device when pairing.")
  var name = "dogear watch"

  @Flag(help: "Print one JSON object for each change.")
  var json = false

  @Flag(help: "Pass over what changed while nobody watched.")
  var fromNow = false

  @Option(
    help: ArgumentHelp(
      "Trust this authority for an https:// address, and no other: tls/authority.crt, in PEM form.",
      valueName: "file"))
  var ca: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the copy. Default: dogear/watch/HOST_PORT in XDG_STATE_HOME, else in ~/.local/state.",
      valueName: "dir"))
  var data: String?

  func validate() throws {
    if token != nil, code != nil { throw ValidationError("Give --token or --pair, not both.") }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    let environment = ProcessInfo.processInfo.environment
    let address = try ServerAddress(server, trust: trust())
    let folder = data ?? Self.folder(for: address, environment)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw StorageError.unwritable(path: folder)
    }
    let stops = Signals(SIGTERM, SIGINT)
    let library = try await LocalLibrary.open(
      at: folder + "/replica.sqlite", server: address,
      access: access(environment["DOGEAR_TOKEN"]), client: "dogear watch/\(ServerVersion.text)",
      startsSyncing: false)
    do {
      try await watch(library, copiedTo: folder, until: stops.received)
      await library.close()
    } catch {
      await library.close()
      throw error
    }
  }

  private func trust() throws -> ServerTrust {
    guard let ca else { return .system }
    guard let bytes = FileBytes.read(ca, followsLinks: true) else {
      throw UnusableAuthority(path: ca, reason: SystemError.current.description + ".")
    }
    do throws(ServerTrust.Flaw) {
      return try ServerTrust(pem: bytes)
    } catch {
      throw UnusableAuthority(path: ca, reason: error.description)
    }
  }

  private func access(_ variable: String?) -> LocalLibrary.Access {
    if let code { return .code(code, deviceName: name) }
    if let token = token ?? variable, !token.isEmpty { return .token(token) }
    return .remembered
  }

  /// Whatever ends first ends all: the signals, the reader of our output, or the device's access.
  private func watch(
    _ library: LocalLibrary, copiedTo folder: String, until signals: AsyncStream<Int32>
  ) async throws {
    let (isJSON, isFromNow, code, name) = (json, fromNow, code, name)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in signals { return }
      }
      group.addTask {
        var watcher = Watcher(library, isJSON: isJSON, isFromNow: isFromNow)
        await watcher.run()
      }
      group.addTask {
        var news = StatusNews(
          library, freshCode: code, deviceName: name, folder: folder)
        try await news.run()
      }
      try await group.next()
      group.cancelAll()
    }
  }

  /// Each server has a folder of its own, so that two can be watched.
  private static func folder(
    for address: ServerAddress, _ environment: [String: String]
  ) -> String {
    let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    // As the shell's ~ and the data directory have it; Foundation asks only the list of users.
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    let state = named ?? home + "/.local/state"
    let host = address.host.map { $0.isLetter || $0.isNumber || $0 == "." ? String($0) : "_" }
    return "\(state)/dogear/watch/\(host.joined())_\(address.port)"
  }
}

/// The file of `--ca` names nobody to trust.
struct UnusableAuthority: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "\(path) is of no use as --ca: \(reason)" }
}
