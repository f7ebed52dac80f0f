import Foundation
import ServerTesting
import Testing

/// Where an export goes, and what becomes of what was there.
struct ExportTests {
  @Test func `a pipe and a link stay what they are`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    let folder = directory.folder.path
    let piped = try await Program.run([
      "sh", "-c",
      "mkfifo \(folder)/pipe && { cat \(folder)/pipe & "
        + "\(DogearProcess.path(of: "dogear")) export --data \(directory.data) \(folder)/pipe && wait; }",
    ])
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(piped.output.contains("\"dogear\""))
    let real = try directory.folder.write("of before", to: "real.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link.json", withDestinationPath: real)
    let partial = try directory.folder.write("somebody's", to: "real.json.partial")
    #expect(try await directory.run("export", folder + "/link.json").status == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(
        atPath: folder + "/link.json") == real)
    #expect(try String(contentsOfFile: partial, encoding: .utf8) == "somebody's")
  }

  @Test func `a dash is standard output, be that a pipe or a file`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    let export = "\(DogearProcess.path(of: "dogear")) export --data \(directory.data) -"
    let file = directory.folder.path + "/out.json"
    let run = try await Program.run([
      "sh", "-c",
      "cd \(directory.folder.path) && echo before >\(file) && \(export) >>\(file) && \(export) | cat",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"dogear\""))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "before\n" + run.output)
    let full = try await Program.run(["sh", "-c", "\(export) >/dev/full"])
    #expect(full.status == 1)
    #expect(
      full.errors.contains("standard output cannot be written: No space left on device"),
      "\(full.errors)")
    #expect(!FileManager.default.fileExists(atPath: directory.folder.path + "/-"))
  }

  @Test(arguments: ["export", "backup"])
  func `a link that leads to nothing yet is followed, and stays`(command: String) async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    let folder = directory.folder.path
    try FileManager.default.createDirectory(
      atPath: folder + "/disk", withIntermediateDirectories: false)
    let links = [
      "first": "second", "second": "disk/file", "away": "unmounted/file", "round": "round",
    ]
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(link)", withDestinationPath: target)
    }
    #expect(try await directory.run(command, folder + "/first").status == 0)
    #expect(FileManager.default.fileExists(atPath: folder + "/disk/file"))
    expectSentence(
      try await directory.run(command, folder + "/away"), "cannot be written: No such file")
    expectSentence(
      try await directory.run(command, folder + "/round"), "cannot be written: Too many levels")
    for (link, target) in links {
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(link)") == target)
    }
  }

  @Test func `takes no name that is the server's own, be there a file or none`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    _ = try await directory.run("device", "add", "Laptop")
    try FileManager.default.createSymbolicLink(
      atPath: directory.folder.path + "/link",
      withDestinationPath: directory.data + "/backup.json")
    let own = ["library.sqlite-journal", "restoring.sqlite", "control.sock"].map { "data/" + $0 }
    for file in own + ["link"] {
      let path = directory.folder.path + "/" + file
      for command in ["export", "backup"] {
        expectSentence(try await directory.run(command, path), "is a library, or a part of one")
        #expect(!FileManager.default.fileExists(atPath: path))
      }
    }
    #expect(try await directory.run("export", directory.data + "/export.json").status == 0)
  }

  @Test(arguments: [true, false])
  func `takes the place of no library, nor of what belongs to one`(isServing: Bool) async throws {
    let directory = try await DataDirectoryCase(withServer: isServing)
    _ = try await directory.run("device", "add", "Laptop")
    let copy = directory.folder.path + "/copy.sqlite"
    #expect(try await directory.run("backup", copy).status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: directory.folder.path + "/link.json", withDestinationPath: copy)
    let kept = ["data/library.sqlite", "data/lock", "data/backup.json", "copy.sqlite", "link.json"]
    for file in kept {
      let path = directory.folder.path + "/" + file
      let before = try Data(contentsOf: URL(filePath: path))
      expectSentence(try await directory.run("export", path), "is a library, or a part of one")
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
    await directory.end()
  }
}
