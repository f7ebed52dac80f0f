import Glibc

/// What people and scripts read.
enum Terminal {
  /// Writes a line to standard output, and sees it out at once: a script may be waiting for it.
  static func write(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// Writes a line to standard error.
  static func writeError(_ line: String) {
    writeAll(line + "\n", to: STDERR_FILENO)
  }

  /// Writes a line to standard output, for whoever reads as it comes.
  /// - Returns: Whether anybody does; SIGPIPE must be ignored for that.
  static func tryWrite(_ line: String) -> Bool {
    writeAll(line + "\n", to: STDOUT_FILENO)
  }

  @discardableResult
  private static func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
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
