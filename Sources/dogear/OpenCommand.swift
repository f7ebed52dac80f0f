import ArgumentParser
import Library
import Server

/// `dogear open LINK --on DEVICE`.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Ask a device to open a page of your library.",
    discussion: """
      A device that is away gets the link when it is back, within ten days. Whether it opens by itself is \
      that device's own setting; an editor is never closed for it.
      """)

  @OptionGroup var options: DataOptions

  @Option(help: ArgumentHelp("The device: its id or its name.", valueName: "device"))
  var on: String

  @Option(help: "How many seconds to wait for the answer of a device that is there.")
  var wait = 10

  @Argument(help: "Where to: /library/all/book/ID, or the address of a page as a browser shows it.")
  var link: String

  func validate() throws {
    guard (0...3_600).contains(wait) else {
      throw ValidationError("--wait takes 0 to 3600 seconds.")
    }
  }

  func run() async throws {
    let sent = try options.perform(.openLink(link: link, device: on)).json
    let name = sent["name"]?.string ?? on
    var state = sent["state"]?.string ?? ""
    try Terminal.write(Self.sentence(state, name))
    let end = ContinuousClock.now + .seconds(wait)
    while state == "delivered", ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(200))
      let now = try options.perform(.linkState(id: sent["id"]?.string ?? "")).json
      // A server that was started anew remembers what still waits, and nothing else.
      guard let next = now["state"]?.string else { return }
      if next != state { try Terminal.write(Self.sentence(next, name)) }
      state = next
    }
  }

  /// How far a link to the device `name` is, for a person.
  private static func sentence(_ state: String, _ name: String) -> String {
    switch state {
    case "sent": "Sent: \(name) is away, and gets it when it is back within ten days."
    case "delivered": "Delivered to \(name)."
    case "opened": "Opened on \(name)."
    case "dismissed": "Dismissed on \(name)."
    case "blocked": "Blocked: \(name) opens nothing for others."
    default: "Expired: \(name) did not open it."
    }
  }
}
