import Foundation

/// The built `dogear` executable at work, run as people run it.
package actor DogearProcess {
  /// What a command left behind when it ended.
  package struct Result: Sendable {
    /// Its exit status; where a signal ended it, the signal's number negated.
    package let status: Int
    /// What it wrote to standard output.
    package let output: String
    /// What it wrote to standard error.
    package let errors: String
  }

  /// The process ended, or closed its output, before it had said what was waited for.
  package struct Silent: Error {
    /// What it said.
    package let result: Result
  }

  /// Longer than any test waits for a process, also one that ThreadSanitizer looks at.
  private static let patience = DispatchTimeInterval.seconds(600)

  private let executor = BlockingExecutor(label: "dogear-process")
  private let process: ChildProcess
  private let output: FileHandle
  private let folder: TemporaryDirectory
  private let errorsPath: String
  private var outputText = ""

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Starts `dogear`, or another `program` beside it or at a path, with `arguments`. Of the tests' own environment
  /// no `DOGEAR_…` leaks in. Its standard error goes to a file: `log`, where a test wants that
  /// somewhere; with `mergesErrors` it is read with standard output.
  package init(
    _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
    log: String? = nil, program: String = "dogear", mergesErrors: Bool = false
  ) async throws {
    folder = try TemporaryDirectory()
    errorsPath = log ?? folder.path + "/errors"
    var words = [Self.path(of: program)] + arguments
    if environment["LD_PRELOAD"] != nil {
      // A preloaded library may set variables of its own, which moves the environment, beside which
      // Swift looks for the arguments; after a shell that had it loaded, too, they are all there.
      words = ["/bin/sh", "-c", #"exec "$0" "$@""#] + words
    }
    if let directory { words = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory] + words }
    let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("DOGEAR_") }
    // A file takes any amount without anybody reading, so a talkative log blocks nothing.
    _ = FileManager.default.createFile(atPath: errorsPath, contents: nil)
    let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: errorsPath))
    let ends = try ChildProcess.stream()
    output = FileHandle(fileDescriptor: ends.reading, closeOnDealloc: true)
    let writing = FileHandle(fileDescriptor: ends.writing, closeOnDealloc: true)
    process = try ChildProcess(
      words, environment: inherited.merging(environment) { _, theirs in theirs },
      output: writing.fileDescriptor,
      errors: mergesErrors ? writing.fileDescriptor : errors.fileDescriptor)
    // Only so does its end end the stream.
    try writing.close()
  }

  /// Runs one command to its end.
  package static func run(
    _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
    program: String = "dogear"
  ) async throws -> Result {
    try await DogearProcess(
      arguments, environment: environment, directory: directory, program: program
    ).result()
  }

  /// The first line that contains `text`, waited for.
  /// - Throws: `Silent` where the process ends without it, or hangs.
  package func line(containing text: String) throws -> String {
    try patiently {
      while true {
        let whole = outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        if let line = whole.first(where: { $0.contains(text) }) { return String(line) }
        let data = output.availableData
        guard !data.isEmpty else { throw Silent(result: result()) }
        outputText += String(decoding: data, as: UTF8.self)
      }
    }
  }

  /// Waits for the end of the process.
  package func result() -> Result {
    patiently {
      let rest = output.readDataToEndOfFile()
      outputText += String(decoding: rest, as: UTF8.self)
      return result(status: process.end())
    }
  }

  private func result(status: Int) -> Result {
    let errors = FileManager.default.contents(atPath: errorsPath) ?? Data()
    return Result(
      status: status, output: outputText, errors: String(decoding: errors, as: UTF8.self))
  }

  /// Waits for the process, and kills one that hangs: the test fails then, and says what it has said.
  private func patiently<Value>(_ wait: () throws -> Value) rethrows -> Value {
    let end = DispatchWorkItem { [identifier] in kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: end)
    defer { end.cancel() }
    return try wait()
  }

  /// The system's number of the process.
  package nonisolated var identifier: Int32 { process.identifier }

  /// Sends `signal` to the process, from any thread, also while somebody waits for its output.
  package nonisolated func send(_ signal: Int32) {
    kill(process.identifier, signal)
  }

  /// Stops reading what the process says, as a reader that leaves does.
  package func closeOutput() throws {
    // A child that another test starts just now holds a copy of all that is open here until it is another
    // program: what is written meanwhile would be taken.
    shutdown(output.fileDescriptor, Int32(SHUT_RDWR))
    try output.close()
  }

  /// Waits for the end of the process, whose output nobody reads, and gives its exit status.
  package func status() -> Int {
    patiently { process.end() }
  }

  /// The path of a program: as it stands, else beside the test bundle, unless `DOGEAR_BINARY` names
  /// another `dogear`.
  package static func path(of program: String) -> String {
    if program.hasPrefix("/") { return program }
    if program == "dogear", let named = ProcessInfo.processInfo.environment["DOGEAR_BINARY"],
      !named.isEmpty
    {
      return named
    }
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appendingPathComponent(program).path
  }
}

extension DogearProcess {
  /// Starts a server on the data directory `data` and a free port, and waits until it listens.
  package static func serve(
    data: String, arguments: [String] = [], environment: [String: String] = [:],
    log: String? = nil
  ) async throws -> (process: DogearProcess, port: Int) {
    let process = try await DogearProcess(
      ["serve", "--data", data, "--port", "0"] + arguments, environment: environment, log: log)
    let line = try await process.line(containing: "http://127.0.0.1:")
    let digits = line.split(separator: "http://127.0.0.1:").last?.prefix { $0.isNumber }
    guard let port = digits.flatMap({ Int($0) }) else {
      throw Silent(result: await process.result())
    }
    return (process, port)
  }
}
