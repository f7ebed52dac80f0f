import Glibc
import Replica

/// Tells a person on standard error how the sync fares, each thing once.
struct StatusNews {
  private let library: LocalLibrary
  /// A code that was not used at opening, because the copy keeps an older secret.
  private var freshCode: String?
  private let deviceName: String
  /// Where the copy is.
  private let folder: String
  private var lastLine: String?
  private var isAway = false

  init(_ library: LocalLibrary, freshCode: String?, deviceName: String, folder: String) {
    self.library = library
    self.freshCode = freshCode
    self.deviceName = deviceName
    self.folder = folder
  }

  /// Tells until the library is closed or the task is cancelled.
  /// - Throws: `NotPaired` where the server does not let this device in, and nothing is left to try;
  ///   `ForeignCopy` where its library is not the one that the copy is of.
  mutating func run() async throws {
    for await status in await library.statuses() {
      switch status.state {
      case .unpaired: try await pair()
      case .offline:
        let reason = await library.lastFailure ?? "the connection was lost."
        isAway = true
        await tell("\(library.server) is out of reach: \(reason) Trying again.")
      case .problem:
        guard await library.foreignLibrary == nil else {
          throw ForeignCopy(folder: folder, server: library.server)
        }
        await tell(status.message ?? "Some edits were refused.")
      case .saved, .saving:
        if isAway { await tell("\(library.server) is back.") }
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

  private mutating func tell(_ line: String) async {
    guard line != lastLine else { return }
    lastLine = line
    await Terminal.tell(Terminal.plain(line), to: STDERR_FILENO)
  }
}

/// The server does not let this device in.
struct NotPaired: Error, CustomStringConvertible {
  var description: String {
    "the server does not know this device: give --pair with a fresh code, as dogear pair prints it."
  }
}

/// The copy is of another library than the server has.
struct ForeignCopy: Error, CustomStringConvertible {
  let folder: String
  let server: ServerAddress

  var description: String {
    "the copy in \(folder) is of another library than the one at \(server), and nothing of it was sent there: name "
      + "another folder with --data, or remove that one, and give --pair with a fresh code. To go on with the copy, "
      + "pair it with its own server anew."
  }
}
