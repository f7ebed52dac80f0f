import ArgumentParser
import Foundation
import Logging
import Server

/// `dogear serve`.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the server until it is asked to stop.",
    discussion: """
      The first start makes an account with one library. Each start prints a link that pairs one \
      more device. SIGTERM and SIGINT stop the server after what has been taken is saved. With TLS, \
      SIGHUP has the certificates read again.
      """)

  @OptionGroup var options: DataOptions

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "h"))
  var host: String?

  @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "p"))
  var port: String?

  @Option(help: ArgumentHelp("The folder of the browser client.", valueName: "dir"))
  var web: String?

  @Flag(help: "Speak TLS with the certificate that dogear tls init has made.")
  var tls = false

  @Option(
    name: .customLong("tls-certificate"),
    help: ArgumentHelp("Speak TLS with the certificate in this file.", valueName: "file"))
  var tlsCertificate: String?

  @Option(
    name: .customLong("tls-key"),
    help: ArgumentHelp("The private key of that certificate.", valueName: "file"))
  var tlsKey: String?

  @Flag(help: "A proxy in front speaks TLS, so other addresses than loopback may be used.")
  var behindProxy = false

  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp("The address people type, behind a proxy.", valueName: "url"))
  var publicURL: String?

  @Option(
    help: ArgumentHelp(
      "Ask Open Library for books, too, which may reach you at this e-mail or web address.",
      valueName: "contact"))
  var openLibrary: String?

  func run() async throws {
    // Whoever reads the log may go away; those who read their books go on.
    signal(SIGPIPE, SIG_IGN)
    // A certificate may be renewed while the server still starts. Without TLS there is nothing to read
    // anew, and no reason to end either.
    let hangups = Signals(SIGHUP)
    var flags: [SettingKey: String] = [:]
    flags[.host] = host
    flags[.port] = port
    flags[.web] = web
    flags[.publicURL] = publicURL
    flags[.openLibrary] = openLibrary
    flags[.tlsCertificate] = tlsCertificate
    flags[.tlsKey] = tlsKey
    if tls { flags[.tls] = "true" }
    if behindProxy { flags[.behindProxy] = "true" }
    let settings = try options.settings(flags: flags)
    LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
    let environment = ProcessInfo.processInfo.environment
    for warning in SettingsReader.warnings(about: environment) {
      settings.logLevels.logger(.server).warning("\(warning)")
    }
    // Before the signals are taken: nothing is there to be saved yet, and who waits may give up.
    let lock = try DirectoryLock.waiting(for: settings.data) {
      settings.logLevels.logger(.server).notice("\(settings.data.waitingNote)")
    }
    let stops = Signals(SIGTERM, SIGINT)
    let server = try DogearServer(settings, environment: environment, lock: lock)
    let reloading = Task { [hangups = hangups.received] in
      for await _ in hangups { server.reloadCertificates() }
    }
    defer { reloading.cancel() }
    for line in server.greeting { Terminal.tryWrite(line) }
    if let link = server.pairingLink, Terminal.isInteractive { Terminal.draw(link) }
    await stops.first()
    await server.stop()
    withExtendedLifetime(hangups) {}
  }

  func validate() throws {
    if let port, !(Int(port).map { (0...65_535).contains($0) } ?? false) {
      throw ValidationError("--port must be a number from 0 to 65535, not “\(port)”.")
    }
  }
}
