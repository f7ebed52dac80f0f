/// Where an e-reader is in a file, as KOReader says it.
struct KOReaderPlace: Hashable {
  /// The file: by the plugin's settings the MD5 of parts of it or of its name, in hexadecimal.
  let document: String
  /// The place in KOReader's own words: a path into the text, or the number of a page.
  let progress: String
  /// The part of the whole that is behind the reader, from 0 to 1.
  let fraction: Double
  /// What the e-reader calls itself: its model, or what its owner named it.
  let device: String
  /// What tells it from others of its name.
  let deviceID: String?

  /// Whether a file can be called `name`: what could not be asked for by an address is not taken either
  /// (`koreader-sync-server` has letters, digits and `_` there).
  static func isDocument(_ name: String) -> Bool {
    (1...Limits.koreaderDocumentLengthMax).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// The identifier of the book that a file called `document` is.
  static func identifier(of document: String) -> String { "koreader:\(document)" }
}
