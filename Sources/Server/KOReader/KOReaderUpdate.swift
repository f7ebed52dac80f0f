import Library

/// What an e-reader says of a file (`KOSyncClient.lua`, `update_progress`).
struct KOReaderUpdate: Hashable {
  /// Where it is there.
  let place: KOReaderPlace
  /// What the file is called, where the owner lets KOReader say it (`send_metadata`).
  let title: String?
  /// Who wrote it, likewise.
  let authors: [String]

  /// Reads a body.
  /// - Throws: `KOReaderFault` `.noDocument` or `.invalidFields`.
  init(_ body: JSONValue) throws(KOReaderFault) {
    guard let document = body["document"]?.string, KOReaderPlace.isDocument(document) else {
      throw .noDocument
    }
    guard let progress = Self.text(body["progress"], atMost: Library.Limits.titleLengthMax),
      let fraction = Self.number(body["percentage"]), (0...1).contains(fraction),
      let device = Self.text(body["device"], atMost: Library.Limits.nameLengthMax),
      !progress.isEmpty, !device.isEmpty
    else { throw .invalidFields }
    place = KOReaderPlace(
      document: document, progress: progress, fraction: fraction, device: device,
      deviceID: Self.text(body["device_id"], atMost: Library.Limits.nameLengthMax))
    let metadata = body["metadata"]
    title =
      Self.line(metadata?["title"]) ?? Self.line(metadata?["filename"]).map(Self.withoutSuffix)
    // One on each line.
    let names = (metadata?["authors"]?.string ?? "").split(whereSeparator: \.isNewline)
    authors = names.prefix(Limits.koreaderAuthorsMax).compactMap { Self.line(.string(String($0))) }
  }

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
