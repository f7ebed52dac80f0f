import Library

/// The numbers by which a book is known elsewhere.
extension CalibreBook {
  /// `goodreads:71100042,isbn:9789999900027`, and the two that have columns of their own.
  mutating func readNumbers() {
    if let text = row[.isbn] { draft.readNumber(text, of: CalibreColumn.isbn.rawValue) }
    var others: [String] = []
    for text in (row[.identifiers] ?? "").split(separator: ",").map(\.tidied) {
      let parts = text.split(separator: ":", maxSplits: 1).map(\.tidied)
      guard parts.count == 2, identify(parts[1], as: parts[0].lowercased()) else {
        if !text.isEmpty { others.append(text) }
        continue
      }
    }
    if !others.isEmpty {
      draft.setCustom(CalibreColumn.identifiers.rawValue, .string(others.joined(separator: ", ")))
    }
    if let uuid = row[.uuid]?.lowercased(), isUUID(uuid) { draft.identify("calibre:\(uuid)") }
  }

  /// Takes a number that Dogear has a name for; false for any other.
  private mutating func identify(_ number: String, as type: String) -> Bool {
    switch type {
    case "isbn":
      guard let identifier = BookNumber.identifier(BookNumber.bare(number)) else { return false }
      draft.identify(identifier)
    case "goodreads":
      guard StableID.isPlain(number) else { return false }
      draft.identify("goodreads:\(number)")
    case "openlibrary", "olid":
      draft.readOpenLibraryKey(
        String(number.split(separator: "/").last ?? ""), of: "openlibrary")
    case let shop where shop.hasPrefix("amazon") || shop.hasSuffix("asin"):
      guard let identifier = BookNumber.identifier(number) else { return false }
      draft.identify(identifier)
    default: return false
    }
    return true
  }

  private func isUUID(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      }
  }
}
