import ArgumentParser
import Server

/// `dogear tls`.
struct TLSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tls", abstract: "Let other devices reach the server in safety.",
    subcommands: [Init.self])

  /// `dogear tls init`.
  struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Make a certificate for this machine.",
      discussion: """
        The first time it also makes an authority of your own that vouches for it, which each device \
        is told to trust once. Run it again when this machine has another name or address in your \
        home; the names of before stay, and devices notice nothing. For a name of the Internet \
        (--name) a new authority is needed.
        """)

    @OptionGroup var options: DataOptions

    @Option(
      name: .customLong("name"),
      help: ArgumentHelp(
        "A name or address by which devices reach this machine, beside its own.", valueName: "name")
    )
    var names: [String] = []

    func run() async throws {
      let settings = try options.settings()
      try settings.data.create()
      let local = LocalCertificates(in: settings.data)
      var known: Set<String> = []
      let names = names.map { $0.lowercased() }.filter { known.insert($0).inserted }
      // What devices go by stays good: of before, its names are kept.
      let others = (local.names + HostNames.all()).filter { known.insert($0).inserted }
      let report = try local.issue(for: names, also: others)
      try Terminal.write("The certificate is for \(report.names.joined(separator: ", ")).")
      if !report.leftOut.isEmpty {
        try Terminal.write(
          "Left out: \(report.leftOut.joined(separator: ", ")). The authority was made before this "
            + "machine had them; to have them in, remove the folder tls in the data directory, run "
            + "this again, and have your devices trust the new authority.")
      }
      if report.isNewAuthority {
        try Terminal.write(
          "Start the server with --tls --host 0.0.0.0, open /tls there on each device, and follow "
            + "the page. A device that trusted an authority of before opens it by the machine's address: "
            + "by its name it waits up to \(Limits.strictTransportSeconds / 86_400) days for that one."
        )
        try Terminal.write("The certificate to trust has the SHA-256 fingerprint")
        try Terminal.write(report.fingerprint)
      } else {
        try Terminal.write(
          "Devices that trust this server notice nothing. A server that runs takes the certificate "
            + "on SIGHUP.")
      }
    }

    func validate() throws {
      let isSound = { HostNames.isName($0) || HostNames.isAddress($0) }
      if let name = names.first(where: { !isSound($0) }) {
        throw ValidationError("--name must be a host’s name or address, not “\(name)”.")
      }
    }
  }
}
