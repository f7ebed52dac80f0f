import Interchange
import Library
import TestSupport
import Testing

/// The vectors of `Tests/Vectors/archive`: how a library lies in one file with its pictures.
struct ArchiveVectorTests {
  static let written = (try? Vectors.cases("archive", "written.json")) ?? []
  static let names = (try? Vectors.cases("archive", "names.json")) ?? []

  @Test(arguments: written)
  func `an archive is written to the byte`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let expect = try #require(vector.body["expect"])
    let count = given["count"]?.int ?? 0
    let files =
      given["files"]?.array?.map { ($0["name"]?.string ?? "", $0["text"]?.string ?? "") }
      ?? (0..<count).map { number in
        (String(String(100_000 + number).dropFirst()), "x")
      }
    var writer = ArchiveWriter()
    var bytes: [UInt8] = []
    for (name, text) in files {
      let content = Array(text.utf8)
      bytes += writer.header(
        of: name, checksum: Self.checksum(content), byteCount: content.count)
      bytes += content
    }
    bytes += writer.tail
    if let hex = expect["hex"]?.string { #expect(Self.hex(bytes) == hex) }
    if let byteCount = expect["byteCount"]?.int {
      #expect(bytes.count == byteCount)
      #expect(Self.hex(bytes.suffix(98)) == expect["end"]?.string)
    }
  }

  @Test(arguments: names)
  func `a file's name says what it is`(vector: Vectors.Case) throws {
    let name = try #require(vector.body["when"]?.string)
    let expect = vector.body["expect"]?.string
    #expect(LibraryArchive.isDocument(name) == (expect == "document"))
    #expect(LibraryArchive.picture(called: name) == (expect == "document" ? nil : expect))
  }

  @Test func `an archive is no file to read whole, and its sender is told what to send`() {
    var writer = ArchiveWriter()
    let head = writer.header(of: LibraryArchive.documentName, checksum: 0, byteCount: 0)
    #expect(throws: ImportError.archive) { try ImportFile(head + writer.tail) }
    var other = ArchiveWriter()
    let foreign = other.header(of: "books.backup", checksum: 0, byteCount: 0)
    #expect(
      throws: ImportError.notReadYet(program: "Openreads as a backup, or another zip archive")
    ) {
      try ImportFile(foreign + other.tail)
    }
  }

  @Test func `a document that an editor saved with a mark before it is read`() throws {
    let cover = String(repeating: "1", count: 64)
    let line = #"{"e":"book","id":"fen","set":{"cover":"\#(cover)","title":"Fen"}}"#
    let text = "\u{FEFF}{\"format\":\"dogear\",\"version\":1,\"entities\":[\r\n\(line)\r\n]}\r\n"
    #expect(try LibraryArchive.pictures(namedBy: Array(text.utf8)) == [cover])
  }

  @Test func `a document's pictures are those of its books, in Trash or not, each once`() throws {
    let (one, two) = (String(repeating: "1", count: 64), String(repeating: "2", count: 64))
    func book(_ id: String, _ cover: JSONValue, isDeleted: Bool = false) -> LibraryEntity {
      LibraryEntity(
        EntityKey(kind: "book", id: id), fields: ["title": "T", "cover": cover],
        isDeleted: isDeleted)
    }
    let library = LibrarySnapshot([
      book("a", .string(two)), book("b", .string(one), isDeleted: true), book("c", .string(two)),
      book("d", "https://books.example/cover.jpg"), book("e", nil),
      LibraryEntity(EntityKey(kind: "note", id: "n"), fields: ["cover": .string("3")]),
    ])
    let document = ExportFormat.dogear.bytes(of: library)
    #expect(try LibraryArchive.pictures(namedBy: document) == [two, one])
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(String(0x100 + Int($0), radix: 16).dropFirst()) }.joined()
  }

  /// CRC-32 (ISO 3309), bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) * 0xEDB8_8320 }
    }
  }
}
