import Glibc

/// What is said to a reader who may stall: a pager, or a program that hangs.
extension Terminal {
  /// Writes a line, as `tryWrite` does, and holds up no thread while nobody takes it: a signal must come
  /// through then. A task that is cancelled waits for no reader.
  /// - Returns: Whether the line was written; a part of it may have been where it was not.
  @discardableResult
  static func tell(_ line: String, to descriptor: Int32 = STDOUT_FILENO) async -> Bool {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let isEnding = Task.isCancelled
      guard takesBytes(descriptor, within: isEnding ? WatchLimits.lastWordsMilliseconds : 0) else {
        if isEnding { return false }
        try? await Task.sleep(for: .milliseconds(WatchLimits.readerRetryMilliseconds))
        continue
      }
      let piece = bytes.prefix(WatchLimits.writeByteCountMax)
      let count = unsafe piece.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Whether a write would not wait: there is room, or nobody who reads.
  private static func takesBytes(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&state, 1, milliseconds) > 0
  }
}
