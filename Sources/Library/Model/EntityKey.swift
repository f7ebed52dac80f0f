/// Names one entity of a library: its kind and its id.
public struct EntityKey: Hashable, Sendable {
  /// The kind, `book` or another; kinds nobody here knows are kept as they came.
  public let kind: String
  /// The id, unique within its kind.
  public let id: String

  /// Names the entity `id` of `kind`.
  public init(kind: String, id: String) {
    self.kind = kind
    self.id = id
  }

  /// Whether kind and id can stand: both are identifiers, save that a `progress` is named
  /// `READING~DEVICE` (BOOKS §5), and a kind nobody here knows may be named either way.
  public var isValid: Bool {
    guard Identifier.isValid(kind) else { return false }
    switch Schema.kind(kind)?.isNamedByPair {
    case true?: return pair != nil
    case false?: return Identifier.isValid(id)
    case nil: return Identifier.isValid(id) || pair != nil
    }
  }

  /// The two identifiers of an id of the form `A~B`, or nil when it is none.
  public var pair: (first: String, second: String)? {
    let parts = id.split(separator: "~", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let (first, second) = (String(parts[0]), String(parts[1]))
    guard Identifier.isValid(first), Identifier.isValid(second) else { return nil }
    return (first, second)
  }
}
