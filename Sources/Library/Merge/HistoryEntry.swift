/// One change of one value that people could see: who, when, from where, old and new (SYNC §2,
/// *History*).
public struct HistoryEntry: Hashable, Sendable {
  /// What changed.
  public enum Subject: Hashable, Sendable {
    /// A register, group or text.
    case field(String)
    /// An element of a set, by the name it shows under.
    case element(field: String, name: String)
    /// The entity itself: `created`, `deleted`, `restored`, `revived`, `aliased`, `separated`.
    case life

    /// Fields are told apart by the bytes of their names, as where their values are kept; elements by
    /// what sets hold for one name.
    public static func == (left: Subject, right: Subject) -> Bool {
      switch (left, right) {
      case (.field(let one), .field(let other)): one.utf8.elementsEqual(other.utf8)
      case (.element(let field, let name), .element(let otherField, let otherName)):
        field.utf8.elementsEqual(otherField.utf8) && name == otherName
      case (.life, .life): true
      default: false
      }
    }
  }

  /// The entity.
  public var entity: EntityKey
  /// What changed of it.
  public var subject: Subject
  /// The write that changed it: its sequence, stamp, device and place there.
  public var version: Version
  /// The value before; nil where there was none. Null is a value.
  public var from: JSONValue?
  /// The value after; nil where there is none any more.
  public var to: JSONValue?
  /// What the author wrote, where merging made something else of it; nil where it is `to`.
  public var written: JSONValue?
  /// Whether a person wrote it; what programs wrote is thinned.
  public var isAuthored: Bool
  /// The library sequence that says which writes stand, where it is not this one alone. Of an element
  /// that other adds keep in the set as well, that which the author had seen: this write took the place
  /// of no later add. Of a field that went back to what it was, that of the write which stands again.
  public var base: Int?
  /// The id of the alias that the write was to, where its author did not know it for one: what else they
  /// wrote to the entity went to another book, as they saw it. Nil where they wrote by its own name.
  public var alias: String?

  /// Makes an entry from its parts.
  public init(
    _ entity: EntityKey, _ subject: Subject, version: Version, from: JSONValue?, to: JSONValue?,
    written: JSONValue? = nil, isAuthored: Bool, base: Int? = nil, alias: String? = nil
  ) {
    self.entity = entity
    self.subject = subject
    self.version = version
    self.from = from
    self.to = to
    self.written = written
    self.isAuthored = isAuthored
    self.base = base
    self.alias = alias
  }
}
