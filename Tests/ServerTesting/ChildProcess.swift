import CLinux
import Foundation
import Glibc
import Synchronization

/// A child process, by posix_spawn alone.
///
/// Foundation's `Process` reads beyond the entry of a directory while it looks which descriptors are
/// open, and crashes now and then where there are thousands; and it tells of no end at all while it
/// waits for a program that has closed everything it was given, as systemd's do.
package final class ChildProcess: Sendable {
  /// The system would not start it.
  package struct NotStarted: Error {
    /// What was to be started.
    package let program: String
    /// Why not, as `errno` has it.
    package let code: CInt
  }

  /// The system's number of the process.
  package let identifier: Int32
  /// How it ended, once somebody has waited for that.
  private let status = Mutex<Int?>(nil)

  /// Starts `words`, the first of which is the program: at a path, or in `PATH`. It has an empty
  /// standard input, and writes to the descriptors `output` and `errors`. Of what else is open it has
  /// nothing: Foundation's files stay open in a child, and a file lives until the last has let go of it.
  /// - Throws: `NotStarted`.
  package init(
    _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
    output: CInt, errors: CInt
  ) throws(NotStarted) {
    // Not the null device: on a machine where something has put a file in its place, a child reads
    // there what others threw away.
    let empty = try Self.stream()
    close(empty.writing)
    defer { close(empty.reading) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, empty.reading, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Threads of Dispatch hold signals back, and a child would too.
    var noSignals = sigset_t()
    unsafe sigemptyset(&noSignals)
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let code = unsafe posix_spawnp(
      &identifier, words[0], &actions, &attributes, arguments, variables)
    guard code == 0 else { throw NotStarted(program: words[0], code: code) }
    self.identifier = identifier
  }

  /// The two ends of a stream that no child gets unless it is given one.
  package static func stream() throws(NotStarted) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw NotStarted(program: "a stream", code: errno)
    }
    return (ends[0], ends[1])
  }

  deinit {
    guard status.withLock({ $0 == nil }) else { return }
    kill(identifier, SIGKILL)
    _ = end()
  }

  /// Waits for its end: its exit status or, where a signal ended it, the signal's number negated.
  /// Blocks the thread.
  package func end() -> Int {
    status.withLock { status in
      if let status { return status }
      var word: CInt = 0
      while unsafe waitpid(identifier, &word, 0) < 0, errno == EINTR {}
      let signal = Int(word & 0x7F)
      let found = signal == 0 ? Int(word >> 8 & 0xFF) : -signal
      status = found
      return found
    }
  }
}
