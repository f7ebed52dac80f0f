import Glibc
import Server

/// What people and scripts read.
enum Terminal {
  /// Has something stand where no standard input, output or error was given, or a file or a socket that is
  /// opened next would take its number, and be written to.
  static func fillGaps() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

  /// Writes a line to standard output, at once: a script may be waiting for it.
  /// - Throws: `OutputError` where it cannot be written, as to a full disk.
  static func write(_ line: String) throws(OutputError) {
    guard tryWrite(line) else { throw OutputError(reason: .current) }
  }

  /// Writes `bytes` to standard output.
  /// - Throws: `AdministrationError.unwritable` where they cannot be written.
  static func write(_ bytes: [UInt8]) throws(AdministrationError) {
    guard writeAll(bytes, to: STDOUT_FILENO) else {
      throw .unwritable("standard output", .current)
    }
  }

  /// Whether a person reads standard output, on a terminal that can draw.
  static var isInteractive: Bool {
    guard isatty(STDOUT_FILENO) == 1, let name = unsafe getenv("TERM") else { return false }
    return unsafe String(cString: name) != "dumb"
  }

  /// `text` on one line, without what a terminal would obey: a book's title, or a file's name, may come from
  /// anywhere.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: " "
          default: scalar
          }
        }))
  }

  /// Draws a link as a QR code.
  static func draw(_ link: String) {
    for line in QRCode(link)?.terminalLines ?? [] { tryWrite(line) }
  }

  /// Writes a line to standard error.
  static func writeError(_ line: String) {
    writeAll(Array((line + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes a line to standard output, for whoever reads as it comes.
  /// - Returns: Whether anybody does; SIGPIPE must be ignored for that.
  @discardableResult
  static func tryWrite(_ line: String) -> Bool {
    writeAll(Array((line + "\n").utf8), to: STDOUT_FILENO)
  }

  @discardableResult
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}

/// Why nobody was told what came of a command, as one sentence for a person.
struct OutputError: Error, CustomStringConvertible {
  let reason: SystemError

  var description: String {
    "What was asked for has been done, but what there is to say of it could not be written: \(reason)."
  }
}
