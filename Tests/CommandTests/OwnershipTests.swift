import Foundation
import Glibc
import ServerTesting
import Testing

/// What root does in the folder of a service that runs as somebody else.
@Suite(.enabled(if: geteuid() == 0, "only root can do what belongs to somebody else"))
struct OwnershipTests {
  @Test func `whatever root makes in a service's folder is the service's`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    try FileManager.default.createDirectory(
      atPath: directory.data, withIntermediateDirectories: true)
    #expect(unsafe chown(directory.data, 65_534, 65_534) == 0)
    let backup = directory.folder.path + "/backup.sqlite"
    for words in [["pair"], ["tls", "init"], ["backup", backup], ["restore", backup]] {
      let result = try await DogearProcess.run(words + ["--data", directory.data])
      #expect(result.status == 0, "\(result.errors)")
    }
    let paths = try #require(FileManager.default.enumerator(atPath: directory.data))
    var names: Set<String> = []
    for case let name as String in paths {
      names.insert(name)
      let owner = try FileManager.default.attributesOfItem(atPath: directory.data + "/" + name)
      #expect(owner[.ownerAccountID] as? Int == 65_534, "\(name)")
    }
    #expect(names.isSuperset(of: ["library.sqlite", "lock", "backup.json", "tls/server.key"]))
  }
}
