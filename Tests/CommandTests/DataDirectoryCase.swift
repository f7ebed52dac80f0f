import ServerTesting
import Testing

/// A data directory of a test's own, with a server running on it or not: every command must do the
/// same either way.
final class DataDirectoryCase: Sendable {
  let folder: TemporaryDirectory
  let server: DogearProcess?

  var data: String { folder.path + "/data" }

  init(withServer: Bool) async throws {
    folder = try TemporaryDirectory()
    let data = folder.path + "/data"
    server = withServer ? try await DogearProcess.serve(data: data).process : nil
  }

  /// Runs `dogear` with `arguments` on the directory.
  func run(_ arguments: String...) async throws -> DogearProcess.Result {
    try await DogearProcess.run(arguments + ["--data", data])
  }

  /// The same, with a full disk behind its standard output.
  func runToFullDisk(_ arguments: String...) async throws -> DogearProcess.Result {
    let dogear = DogearProcess.path(of: "dogear")
    return try await DogearProcess.run(
      ["-c", #""$0" "$@" > /dev/full"#, dogear] + arguments + ["--data", data], program: "/bin/sh")
  }

  /// Stops the server, where there is one, and says how it ended.
  @discardableResult
  func end() async -> DogearProcess.Result? {
    server?.send(15)
    return await server?.result()
  }
}

/// Expects of a command that it failed and said why in one sentence, in which `mention` stands.
func expectSentence(_ result: DogearProcess.Result, _ mention: String) {
  #expect(result.status == 1)
  #expect(result.output.isEmpty)
  #expect(result.errors.hasPrefix("dogear: "))
  #expect(result.errors.contains(mention), "\(result.errors)")
  #expect(result.errors.split(separator: "\n").count == 1)
}
