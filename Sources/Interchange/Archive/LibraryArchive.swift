import Library

/// A library in one file: a zip archive of Dogear's own document and, beside it, the pictures that its
/// books name, so that anybody can look at both.
package enum LibraryArchive {
  /// What the document is called.
  package static let documentName = "library.json"

  /// What the picture `id` is called; `type` is the second half of its media type.
  package static func name(ofPicture id: String, type: String) -> String {
    "pictures/\(id).\(type == "jpeg" ? "jpg" : type)"
  }

  /// Whether the file `name` is the document. An archive that was unpacked and packed again may have all
  /// in a folder.
  package static func isDocument(_ name: String) -> Bool {
    name.split(separator: "/").last.map(String.init) == documentName
  }

  /// The picture that the file `name` is; nil where it is none.
  package static func picture(called name: String) -> String? {
    let last = name.split(separator: "/").last ?? ""
    let parts = last.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, ["jpg", "png", "webp"].contains(parts[1]), isPicture(parts[0]) else {
      return nil
    }
    return String(parts[0])
  }

  /// The pictures that the books of a document name, those in Trash included, each once and in order.
  /// - Throws: `ImportError.brokenDocument` or `.newerDocument`.
  package static func pictures(namedBy document: [UInt8]) throws(ImportError) -> [String] {
    var seen: Set<String> = []
    var pictures: [String] = []
    for case .entity(let entity) in try DogearDocument(TextFile.utf8(document)).items
    where entity.key.kind == Schema.bookKind {
      guard let cover = entity.fields["cover"]?.string, isPicture(cover[...]) else { continue }
      if seen.insert(cover).inserted { pictures.append(cover) }
    }
    return pictures
  }

  /// Whether `name` is what a blob is called: a SHA-256 in lower-case hexadecimal digits.
  private static func isPicture(_ name: Substring) -> Bool {
    name.utf8.count == 64
      && name.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
