import Replica

/// Tells a person on standard error how the sync fares, each thing once.
struct StatusNews {
  private let library: LocalLibrary
  /// A code that was not used at opening, because the copy keeps an older secret.
  private var freshCode: String?
  private let deviceName: String
  private var lastLine: String?
  private var isAway = false

  init(_ library: LocalLibrary, freshCode: String?, deviceName: String) {
    self.library = library
    self.freshCode = freshCode
    self.deviceName = deviceName
  }

  /// Tells until the library is closed or the task is cancelled.
  /// - Throws: `NotPaired` where the server does not let this device in, and nothing is left to try.
  mutating func run() async throws {
    for await status in await library.statuses() {
      switch status.state {
      case .unpaired: try await pair()
      case .offline:
        let reason = await library.lastFailure ?? "the connection was lost."
        isAway = true
        tell("\(library.server) is out of reach: \(reason) Trying again.")
      case .problem: tell(status.message ?? "Some edits were refused.")
      case .saved, .saving:
        if isAway { tell("\(library.server) is back.") }
        isAway = false
      case .starting: break
      }
    }
  }

  private mutating func pair() async throws {
    guard let code = freshCode else { throw NotPaired() }
    freshCode = nil
    try await library.pair(code: code, name: deviceName)
  }

  private mutating func tell(_ line: String) {
    guard line != lastLine else { return }
    lastLine = line
    Terminal.writeError(line)
  }
}

/// The server does not let this device in.
struct NotPaired: Error, CustomStringConvertible {
  var description: String {
    "the server does not know this device: give --pair with a fresh code, as dogear pair prints it."
  }
}
