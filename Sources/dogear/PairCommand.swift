import ArgumentParser
import Library
import Server

/// `dogear pair`.
struct PairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Print a fresh link that pairs one more device.",
    discussion: """
      The link works once, and soon: see pairingMinutes in Config/dogear.yaml. On a terminal it is \
      also drawn as a QR code.
      """)

  @OptionGroup var options: DataOptions

  @Flag(inversion: .prefixedNo, help: "Draw the link as a QR code; by default on a terminal.")
  var qr: Bool?

  func run() async throws {
    let reply = try options.perform(.pair)
    let link = reply.json["link"]?.string ?? ""
    try Terminal.write(link)
    if qr ?? Terminal.isInteractive { Terminal.draw(link) }
    if reply.json["running"]?.bool == false {
      Terminal.writeError("The link works once dogear serve runs on this data directory.")
    }
  }
}
