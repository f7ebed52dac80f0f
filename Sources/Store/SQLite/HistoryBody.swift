import Library

/// What one operation changed in one entity, as a row of `history` holds it.
///
/// As JSON `[[subject, flags, to?, written?, stamp?, base?, alias?]…]` behind the common stamp, where the
/// subject is a field's name, `[field, element]`, or 0 for the entity's life. Values before are not stored
/// twice: they are those of the entry before.
struct HistoryBody {
  /// One entry without what its row says already.
  struct Entry {
    var subject: HistoryEntry.Subject
    var stamp: Int
    var to: JSONValue?
    var written: JSONValue?
    var isAuthored: Bool
    var base: Int?
    var alias: String?
  }

  var entries: [Entry]

  private struct Flags: OptionSet {
    let rawValue: Int
    static let passive = Flags(rawValue: 1)
    static let to = Flags(rawValue: 2)
    static let written = Flags(rawValue: 4)
    static let stamp = Flags(rawValue: 8)
    static let base = Flags(rawValue: 16)
    static let alias = Flags(rawValue: 32)
  }

  /// The stored form of `entries`, of which there is at least one.
  var text: String {
    let common = entries[0].stamp
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 48 + 16)
    func append(_ byte: Unicode.Scalar) { bytes.append(UInt8(ascii: byte)) }
    func append(_ value: JSONValue?) {
      guard let value else { return }
      append(",")
      value.appendCanonical(to: &bytes)
    }
    append("[")
    JSONValue.int(common).appendCanonical(to: &bytes)
    for entry in entries {
      var flags: Flags = entry.isAuthored ? [] : .passive
      if entry.to != nil { flags.insert(.to) }
      if entry.written != nil { flags.insert(.written) }
      if entry.stamp != common { flags.insert(.stamp) }
      if entry.base != nil { flags.insert(.base) }
      if entry.alias != nil { flags.insert(.alias) }
      append(",")
      append("[")
      entry.subject.stored.appendCanonical(to: &bytes)
      append(.int(flags.rawValue))
      append(entry.to)
      append(entry.written)
      if flags.contains(.stamp) { append(.int(entry.stamp)) }
      append(entry.base.map(JSONValue.int))
      append(entry.alias.map(JSONValue.string))
      append("]")
    }
    append("]")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes a body of `entries`.
  init(_ entries: [Entry]) { self.entries = entries }

  /// Reads the stored form.
  /// - Throws: `StoreError.damaged`.
  init(stored text: String) throws(StoreError) {
    guard let parts = (try? JSONValue(parsing: text))?.array, let common = parts.first?.int,
      parts.count > 1
    else { throw Self.broken }
    entries = []
    entries.reserveCapacity(parts.count - 1)
    for part in parts.dropFirst() {
      guard let part = part.array, part.count >= 2, let raw = part[1].int,
        let subject = HistoryEntry.Subject(stored: part[0])
      else { throw Self.broken }
      let flags = Flags(rawValue: raw)
      var rest = part.dropFirst(2)
      var entry = Entry(
        subject: subject, stamp: common, to: flags.contains(.to) ? rest.popFirst() : nil,
        written: flags.contains(.written) ? rest.popFirst() : nil,
        isAuthored: !flags.contains(.passive))
      if flags.contains(.stamp) { entry.stamp = try Self.number(rest.popFirst()) }
      if flags.contains(.base) { entry.base = try Self.number(rest.popFirst()) }
      if flags.contains(.alias) {
        guard let alias = rest.popFirst()?.string else { throw Self.broken }
        entry.alias = alias
      }
      entries.append(entry)
    }
  }

  private static func number(_ value: JSONValue?) throws(StoreError) -> Int {
    guard let number = value?.int else { throw broken }
    return number
  }

  private static let broken = StoreError.damaged("an entry of history cannot be read.")
}

extension HistoryEntry.Subject {
  fileprivate var stored: JSONValue {
    switch self {
    case .field(let field): .string(field)
    case .element(let field, let name): [.string(field), .string(name)]
    case .life: 0
    }
  }

  fileprivate init?(stored: JSONValue) {
    switch stored {
    case .string(let field): self = .field(field)
    case .array(let parts) where parts.count == 2:
      guard let field = parts[0].string, let name = parts[1].string else { return nil }
      self = .element(field: field, name: name)
    case .int(0): self = .life
    default: return nil
    }
  }
}

extension HistoryEntry {
  /// The entry without what its row says of it.
  var stored: HistoryBody.Entry {
    HistoryBody.Entry(
      subject: subject, stamp: version.stamp, to: to, written: written, isAuthored: isAuthored,
      base: base, alias: alias)
  }
}
