import Foundation
import Interchange
import Library
import Server
import ServerTesting
import Testing

/// A whole library with its pictures, out of one data directory and into another.
struct ArchiveTests {
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a cover".utf8)
  private static let webp: [UInt8] = Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 another".utf8)
  private static let lost = String(repeating: "0", count: 64)

  /// An archive of books with these covers, and of these files beside the document.
  private static func archive(
    covers: [String], files: [(String, [UInt8])], at path: String
  ) throws {
    var library: [LibraryEntity] = []
    for (number, cover) in covers.enumerated() {
      library.append(
        LibraryEntity(
          EntityKey(kind: "book", id: "book-\(number)"),
          fields: ["title": .string("Book \(number)"), "cover": .string(cover)]))
    }
    let document = ExportFormat.dogear.bytes(of: LibrarySnapshot(library))
    var writer = ArchiveWriter()
    var bytes: [UInt8] = []
    for (name, content) in [(LibraryArchive.documentName, document)] + files {
      bytes += writer.header(of: name, checksum: crc(content), byteCount: content.count) + content
    }
    try Data(bytes + writer.tail).write(to: URL(filePath: path))
  }

  @Test(arguments: [true, false])
  func `an archive brings the pictures along, and back to the byte`(isServing: Bool) async throws {
    let first = try await DataDirectoryCase(withServer: isServing)
    let (one, two) = (BlobName.of(Self.jpeg), BlobName.of(Self.webp))
    let made = first.folder.path + "/made.zip"
    try Self.archive(
      covers: [one, two, Self.lost, one],
      files: [("x/\(one).jpg", Self.jpeg), ("x/\(two).webp", Self.webp)], at: made)
    let dry = try await first.run("import", "--dry-run", made)
    #expect(dry.status == 0 && !dry.output.contains("Pictures"), "\(dry.errors)")
    let came = try await first.run("import", made)
    #expect(came.status == 0, "\(came.errors)")
    #expect(came.output.contains("Pictures: 2 added, 0 unchanged, 1 not in the file."))
    let again = try await first.run("import", made)
    #expect(again.output.contains("Pictures: 0 added, 2 unchanged, 1 not in the file."))

    let out = first.folder.path + "/out.zip"
    let exported = try await first.run("export", out)
    #expect(exported.status == 0)
    #expect(exported.errors.contains("One picture that a book names is not in the library"))
    await first.end()

    let second = try await DataDirectoryCase(withServer: isServing)
    #expect(try await second.run("import", out).status == 0)
    let back = second.folder.path + "/back.zip"
    #expect(try await second.run("export", back).status == 0)
    let bytes = try Data(contentsOf: URL(filePath: back))
    #expect(bytes == (try Data(contentsOf: URL(filePath: out))))
    #expect(bytes.range(of: Data(Self.jpeg)) != nil && bytes.range(of: Data(Self.webp)) != nil)
    await second.end()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: second.folder.path).sorted() == [
        "back.zip", "data",
      ])
  }

  @Test func `a picture that is none, or not what it is called, is said and not kept`() async throws
  {
    let directory = try await DataDirectoryCase(withServer: false)
    let text = Array("<svg>".utf8)
    let made = directory.folder.path + "/made.zip"
    try Self.archive(
      covers: [BlobName.of(text), BlobName.of(Self.jpeg)],
      files: [
        ("\(BlobName.of(text)).png", text), ("\(BlobName.of(Self.jpeg)).jpg", Self.webp),
        ("\(Self.lost).jpg", Self.jpeg),
      ], at: made)
    let result = try await directory.run("import", made)
    #expect(result.status == 1)
    #expect(result.output.contains("2 added"))
    #expect(result.output.contains("no picture in JPEG, PNG or WebP"))
    #expect(result.output.contains("not as it was written"))
    #expect(result.output.contains("Pictures: 0 added, 0 unchanged, 0 not in the file."))
  }

  @Test func `an archive that is cut short changes nothing`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let made = directory.folder.path + "/made.zip"
    try Self.archive(covers: [Self.lost], files: [], at: made)
    let bytes = try Data(contentsOf: URL(filePath: made))
    try bytes.dropLast(1).write(to: URL(filePath: made))
    expectSentence(try await directory.run("import", made), "is damaged, or not all of it is here")
    #expect(!FileManager.default.fileExists(atPath: directory.data + "/library.sqlite"))
  }

  /// CRC-32 (ISO 3309), bit by bit.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) * 0xEDB8_8320 }
    }
  }
}
