import Foundation
import ServerTesting
import Testing

/// What the programs that tests start are given of the tests themselves.
struct ChildProcessTests {
  @Test func `a program has no file open that it was not given`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("", to: "file of a test's own")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let result = try await Program.run(["find", "/proc/self/fd", "-lname", path])
    #expect(result.status == 0 && result.output.isEmpty, "\(result.output)\(result.errors)")
    try file.close()
  }
}
