import CDeflate
import Interchange

/// Writes a library to a file, as its name asks for: with its pictures where it ends in `.zip`.
package struct LibraryExport {
  /// What does the commands.
  let perform: (AdministrationCommand) throws -> AdministrationReply

  /// Makes one that has `perform` do its commands.
  package init(perform: @escaping (AdministrationCommand) throws -> AdministrationReply) {
    self.perform = perform
  }

  /// Writes `file`, and returns what whoever asked for it must be told: one sentence each.
  /// - Throws: `AdministrationError.unwritable`, and what the commands throw; what was at `file` is there
  ///   still.
  package func write(to file: String) throws -> [String] {
    let document = try perform(.export(name: file)).body
    var caveats = [AdministrationCommand.caveat(ofExport: file, byteCount: document.count)]
    do {
      if file.lowercased().hasSuffix(".zip") {
        let missing = try writeArchive(document, to: file)
        caveats.append(missing > 0 ? Self.caveat(missing: missing, in: file) : nil)
      } else {
        try FileBytes.write(document, to: file)
      }
    } catch let error as SystemError {
      throw AdministrationError.unwritable(file, error)
    }
    return caveats.compactMap(\.self)
  }

  /// Hands `output` the library as Dogear's own JSON, and returns what whoever asked for it must be told.
  /// - Throws: What `output` and the command throw.
  package func write(by output: ([UInt8]) throws -> Void) throws -> [String] {
    let document = try perform(.export(name: "export.json")).body
    try output(document)
    let caveat = AdministrationCommand.caveat(ofExport: "The export", byteCount: document.count)
    return [caveat].compactMap(\.self)
  }

  /// Returns how many pictures that books name are not there.
  private func writeArchive(_ document: [UInt8], to path: String) throws -> Int {
    let file = try OutputFile(path)
    var archive = ArchiveWriter()
    func write(_ name: String, _ bytes: [UInt8]) throws(SystemError) {
      try file.write(
        archive.header(of: name, checksum: Checksum.of(bytes), byteCount: bytes.count))
      try file.write(bytes)
    }
    try write(LibraryArchive.documentName, document)
    var missing = 0
    var rest = try LibraryArchive.pictures(namedBy: document)[...]
    while !rest.isEmpty {
      let ids = Array(rest.prefix(Limits.picturesPerCommandMax))
      rest = rest.dropFirst(ids.count)
      guard let pictures = Pieces.split(try perform(.pictures(ids: ids)).body),
        pictures.count == ids.count
      else { throw AdministrationError.noAnswer("what it gave are no pictures") }
      for (id, picture) in zip(ids, pictures) {
        if let type = PictureType(picture) {
          try write(LibraryArchive.name(ofPicture: id, type: type.subtype), picture)
        } else {
          missing += 1
        }
      }
    }
    try file.write(archive.tail)
    try file.finish()
    return missing
  }

  private static func caveat(missing count: Int, in file: String) -> String {
    "\(count == 1 ? "One picture that a book names is" : "\(count) pictures that books name are") not in "
      + "the library, so not in \(file); once the device that made \(count == 1 ? "it" : "them") has been "
      + "online, export again."
  }
}

/// The CRC-32 of a file in an archive.
enum Checksum {
  static func of(_ bytes: [UInt8]) -> UInt32 {
    unsafe libdeflate_crc32(0, bytes, bytes.count)
  }
}
