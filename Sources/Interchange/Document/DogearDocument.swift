import Library

/// Dogear's own export as read: every entity of a library, or why one of them could not be read.
///
/// One JSON document, an entity to a line, so that it streams, compares well and survives damage: a
/// broken line costs that line alone. A document that was laid out anew is read as a whole.
/// ```
/// {"format":"dogear","version":1,"entities":[
/// {"e":"book","id":"…","set":{"title":"…"},"add":{"tags":{"…":null}}},
/// {"e":"shelf","id":"…","set":{"name":"…"},"deleted":true}
/// ]}
/// ```
struct DogearDocument: Sendable {
  /// One entity of the document.
  enum Item: Hashable, Sendable {
    case entity(LibraryEntity)
    /// The text of what is no entity, and why.
    case broken(raw: String, reason: String)
  }

  /// The one version there is.
  static let version = 1

  var items: [Item]

  /// Whether `text` is meant to be a document: its start says so.
  static func isDocument(_ text: [UInt8]) -> Bool {
    let start = String(decoding: text.prefix(512), as: UTF8.self)
    return start.contains("\"format\"") && start.contains("\"dogear\"")
  }

  /// Takes `text` apart.
  /// - Throws: `ImportError.brokenDocument` or `.newerDocument`.
  init(_ text: [UInt8]) throws(ImportError) {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let head = Array(lines.first ?? [])
    if let opened = try? JSONValue(parsing: head + Array("]}".utf8)) {
      try Self.checkVersion(of: opened)
      items = Self.items(inLines: lines.dropFirst())
    } else if let whole = try? JSONValue(parsing: text) {
      try Self.checkVersion(of: whole)
      guard let entities = whole["entities"]?.array else { throw .brokenDocument }
      items = entities.map { Self.item($0, raw: { $0.canonicalText }) }
    } else {
      throw .brokenDocument
    }
    guard items.count <= Limits.entityCountMax else { throw .tooManyEntities }
  }

  private static func checkVersion(of head: JSONValue) throws(ImportError) {
    guard head["format"]?.string == "dogear", let version = head["version"]?.int else {
      throw .brokenDocument
    }
    guard version <= Self.version else { throw .newerDocument(version: version) }
  }

  private static func items(inLines lines: ArraySlice<ArraySlice<UInt8>>) -> [Item] {
    var items: [Item] = []
    for line in lines {
      let text = String(decoding: line, as: UTF8.self).trimmed
      if text.isEmpty { continue }
      if text == "]}" { return items }
      let entity = text.hasSuffix(",") ? String(text.dropLast()) : text
      if let json = try? JSONValue(parsing: entity) {
        items.append(item(json) { _ in text })
      } else {
        items.append(.broken(raw: text, reason: "The line is no whole JSON value."))
      }
    }
    items.append(
      .broken(raw: "", reason: "The document ends early; what it holds up to there was read."))
    return items
  }

  private static func item(_ json: JSONValue, raw: (JSONValue) -> String) -> Item {
    guard let kind = json["e"]?.string, let id = json["id"]?.string else {
      return .broken(raw: raw(json), reason: "It is no entity: its kind or its id is missing.")
    }
    let sets = (json["add"]?.object ?? [:]).compactMapValues(\.object)
    guard sets.count == json["add"]?.object?.count ?? 0 else {
      return .broken(raw: raw(json), reason: "One of its sets is no object of elements.")
    }
    return .entity(
      LibraryEntity(
        EntityKey(kind: kind, id: id), fields: json["set"]?.object ?? [:], sets: sets,
        isDeleted: json["deleted"]?.bool ?? false))
  }
}
