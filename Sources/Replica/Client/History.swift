public import Library

/// A part of what happened to one entity, newest first.
public struct History: Hashable, Sendable {
  /// One change of one value that people could see.
  public struct Entry: Hashable, Sendable {
    /// The sequence of the op that changed it.
    public var seq: Int
    /// The op's id.
    public var operation: String
    /// When, in milliseconds since 1970 UTC.
    public var at: Int
    /// The device; `Checkpoint.devices` has their names.
    public var by: String
    /// What changed.
    public var subject: HistoryEntry.Subject
    /// The value before; nil where there was none. Null is a value.
    public var from: JSONValue?
    /// The value after; nil where there is none any more.
    public var to: JSONValue?
  }

  /// The changes.
  public var entries: [Entry]
  /// Whether there are older ones: ask for those before the last entry's sequence.
  public var hasMore: Bool
}

extension History {
  /// Reads `{entries: […], more}`; nil where it is something else.
  init?(json: JSONValue) {
    guard let items = json["entries"]?.array else { return nil }
    entries = items.compactMap(Entry.init(json:))
    guard entries.count == items.count else { return nil }
    hasMore = json["more"]?.bool ?? false
  }
}

extension History.Entry {
  fileprivate init?(json: JSONValue) {
    guard let seq = json["seq"]?.int, let at = json["at"]?.int, let by = json["by"]?.string else {
      return nil
    }
    self.seq = seq
    self.at = at
    self.by = by
    operation = json["op"]?.string ?? ""
    if let field = json["field"]?.string {
      subject = json["element"]?.string.map { .element(field: field, name: $0) } ?? .field(field)
    } else {
      subject = .life
    }
    from = json["from"]
    to = json["to"]
  }
}
