package import Interchange
import Library

/// Brings a file into a library: its books in one command, and then, where it is a Dogear archive, the
/// pictures that they name, some at a time.
package struct LibraryImport {
  /// What brings in the books.
  package let command: AdministrationCommand
  private let archive: ArchiveFile?
  /// What the document names.
  private var named: [String] = []

  /// What became of an archive's pictures.
  package struct Pictures: Hashable, Sendable {
    /// How many came.
    package var added = 0
    /// How many were here.
    package var known = 0
    /// How many are named, and not in the archive.
    package var missing = 0
    /// Why others were not kept, each reason once.
    package var refused: [String] = []
  }

  /// Opens `file`, to be brought in with `answers`; a dry run only says what would happen.
  /// - Throws: `AdministrationError.unreadable`, `.tooLarge` or `.notImportable`.
  package init(
    _ file: String, isDry: Bool, answers: StatusAnswers = .none
  ) throws(AdministrationError) {
    do throws(ImportError) {
      archive = try ArchiveFile(file)
      // Other archives are told apart by what reads files.
      if let archive,
        let document = archive.entries.first(where: { LibraryArchive.isDocument($0.name) })
      {
        let bytes = try archive.bytes(
          of: document, byteCountMax: Limits.commandImportByteCountMax)
        let name = document.name.split(separator: "/").last.map(String.init) ?? ""
        command = .importFile(name: name, bytes: bytes, isDry: isDry)
        named = try LibraryArchive.pictures(namedBy: bytes)
        return
      }
    } catch {
      throw .notImportable(error.message)
    }
    command = try .importing(file: file, isDry: isDry, answers: answers)
  }

  /// Has `perform` keep the pictures, once the books are there; nil where the file holds none.
  /// - Throws: what `perform` throws.
  package func bringPictures(
    _ perform: (AdministrationCommand) throws -> AdministrationReply
  ) throws -> Pictures? {
    guard let archive, !named.isEmpty else { return nil }
    var pictures = Pictures()
    var wanted = Set(named)
    var batch: [[UInt8]] = []
    func send() throws {
      let reply = try perform(.keepPictures(batch)).json
      pictures.added += reply["added"]?.int ?? 0
      pictures.known += reply["known"]?.int ?? 0
      for case .string(let reason) in reply["refused"]?.array ?? [] { pictures.refuse(reason) }
      batch = []
    }
    for entry in archive.entries {
      guard let id = LibraryArchive.picture(called: entry.name), wanted.remove(id) != nil else {
        continue
      }
      do throws(ImportError) {
        let bytes = try archive.bytes(of: entry, byteCountMax: Limits.blobByteCountMax)
        guard BlobName.of(bytes) == id else { throw .brokenArchive }
        batch.append(bytes)
      } catch {
        pictures.refuse("A picture is not as it was written, and was not kept: \(entry.name).")
      }
      if batch.count == Limits.picturesPerCommandMax { try send() }
    }
    if !batch.isEmpty { try send() }
    pictures.missing = wanted.count
    return pictures
  }
}

extension LibraryImport.Pictures {
  /// Notes why one was not kept: each reason once, and a few of them.
  fileprivate mutating func refuse(_ reason: String) {
    guard !refused.contains(reason), refused.count < Limits.pictureReasonsMax else { return }
    refused.append(reason)
  }

  /// What a person reads of it, a sentence each.
  package var lines: [String] {
    let counts = "Pictures: \(added) added, \(known) unchanged, \(missing) not in the file."
    return [counts] + refused.map { "Refused: \($0)" }
  }
}
