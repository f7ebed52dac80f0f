import Foundation
import Interchange
import Library
import ServerTesting
import TestSupport
import Testing

@testable import Server

/// Archives of other programs, and damaged ones, read from the disk.
struct ArchiveFileTests {
  static let cases = (try? Vectors.cases("archive", "read.json")) ?? []

  @Test(arguments: cases)
  func `an archive gives its files, or says why not`(vector: Vectors.Case) throws {
    let hex = Array(try #require(vector.body["given"]?["hex"]?.string))
    let expect = try #require(vector.body["expect"])
    let bytes = try stride(from: 0, to: hex.count, by: 2).map { place in
      try #require(UInt8(String(hex[place...(place + 1)]), radix: 16))
    }
    let folder = try TemporaryDirectory()
    let path = folder.path + "/archive.zip"
    try Data(bytes).write(to: URL(filePath: path))
    do throws(ImportError) {
      // What does not begin as an archive is told by what reads files.
      guard let archive = try ArchiveFile(path) else { throw .brokenArchive }
      var files: [JSONValue] = []
      for entry in archive.entries {
        let content = try archive.bytes(of: entry, byteCountMax: 1_000)
        files.append([
          "name": .string(entry.name), "text": .string(String(decoding: content, as: UTF8.self)),
        ])
      }
      #expect(.array(files) == expect["files"])
    } catch {
      let problems = ["broken": ImportError.brokenArchive, "unreadable": .unreadableArchive]
      #expect(error == problems[expect["problem"]?.string ?? ""])
    }
  }

  @Test(arguments: ["", "a", "PK\u{3}"])
  func `a file too short to be an archive is none`(text: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "books.csv")
    #expect(try ArchiveFile(folder.path + "/books.csv") == nil)
  }

  @Test func `a file that says that it is large is not read to find that out`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/archive.zip"
    var writer = ArchiveWriter()
    let head = writer.header(of: "library.json", checksum: 0, byteCount: 200)
    try Data(head + [UInt8](repeating: 0, count: 200) + writer.tail).write(to: URL(filePath: path))
    let archive = try #require(try ArchiveFile(path))
    #expect(throws: ImportError.tooLarge(byteCount: 200)) {
      try archive.bytes(of: archive.entries[0], byteCountMax: 199)
    }
  }

  @Test(arguments: [[], [[]], [[1], [], [2, 3]]] as [[[UInt8]]])
  func `pictures go over the control socket together and come apart`(pieces: [[UInt8]]) {
    let bytes = Pieces.joined(pieces)
    #expect(Pieces.split(bytes) == pieces)
    if !bytes.isEmpty { #expect(Pieces.split(Array(bytes.dropLast())) == nil) }
  }
}
