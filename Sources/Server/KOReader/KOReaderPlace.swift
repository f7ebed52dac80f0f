import Library

/// Where an e-reader is in a file, as KOReader says it (`KOSyncClient.lua`, `update_progress`).
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
  /// What the file is called, where the owner lets KOReader say it (`send_metadata`).
  let title: String?
  /// Who wrote it, likewise.
  let authors: [String]

  /// Reads a body.
  /// - Throws: `KOReaderFault` `.noDocument` or `.invalidFields`.
  init(_ body: JSONValue) throws(KOReaderFault) {
    guard let document = body["document"]?.string, Self.isDocument(document) else {
      throw .noDocument
    }
    guard let progress = Self.text(body["progress"], atMost: Library.Limits.titleLengthMax),
      let fraction = Self.number(body["percentage"]), (0...1).contains(fraction),
      let device = Self.text(body["device"], atMost: Library.Limits.nameLengthMax),
      !device.isEmpty
    else { throw .invalidFields }
    self.document = document
    self.progress = progress
    self.fraction = fraction
    self.device = device
    deviceID = Self.text(body["device_id"], atMost: Library.Limits.nameLengthMax)
    let metadata = body["metadata"]
    title =
      Self.line(metadata?["title"]) ?? Self.line(metadata?["filename"]).map(Self.withoutSuffix)
    // One on each line.
    let names = (metadata?["authors"]?.string ?? "").split(whereSeparator: \.isNewline)
    authors = names.prefix(Limits.koreaderAuthorsMax).compactMap { Self.line(.string(String($0))) }
  }

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

  /// A line of text as it came, since it is given back so; nil where it is none, or too long to keep.
  private static func text(_ value: JSONValue?, atMost count: Int) -> String? {
    guard let text = value?.string ?? value?.number.map({ _ in value?.canonicalText ?? "" }),
      text.unicodeScalars.count <= count, !text.unicodeScalars.contains(where: isBreak)
    else { return nil }
    return text
  }

  /// A number, or the text of one, as Lua's `tonumber` takes it.
  private static func number(_ value: JSONValue?) -> Double? {
    value?.number ?? value?.string.flatMap { Double($0) }
  }

  /// What a person reads on one line, as much of it as a title may have; nil where nothing is left.
  private static func line(_ value: JSONValue?) -> String? {
    let scalars = (value?.string ?? "").unicodeScalars.map { isBreak($0) ? " " : $0 }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.prefix(Library.Limits.titleLengthMax))
    let line = String(text).trimmingSpaces
    return line.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? nil : line
  }

  /// A file's name without what says of what sort it is.
  private static func withoutSuffix(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
