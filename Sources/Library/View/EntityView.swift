/// An entity as a client shows it: the confirmed rows, with the client's own pending operations
/// replayed on top (SYNC §3, *Client view*).
public struct EntityView: Hashable, Sendable {
  /// The entity.
  public let entity: EntityKey
  /// The sequence of the last confirmed change; 0 while the server knows nothing of it.
  public private(set) var seq: Int
  /// When it last changed, in milliseconds since 1970 UTC.
  public private(set) var at: Int
  /// The device that changed it; empty while nobody has.
  public private(set) var by: String
  /// Whether the entity is in Trash.
  public private(set) var isDeleted: Bool
  /// Whether it lost its values in Trash for good: no view lists it, and only the server can bring it
  /// back.
  public private(set) var isPurged: Bool
  /// The id of the entity that this one stands for, of the same kind; nil when it stands for itself.
  /// No view lists an alias; what refers to it refers to that entity.
  public private(set) var alias: String?
  /// Values by field; a set stands as an object of its elements, and is left out when it has none.
  public private(set) var fields: JSONObject

  /// An entity of which nothing is known yet.
  public init(_ entity: EntityKey) {
    self.entity = entity
    seq = 0
    at = 0
    by = ""
    isDeleted = false
    isPurged = false
    fields = [:]
  }

  /// Whether a row or an operation has said anything of the entity.
  public private(set) var isKnown = false

  /// Takes over what the server says the entity is now.
  public mutating func apply(_ row: Row) {
    precondition(row.entity == entity, "a row is applied to its own entity")
    fields.merge(row.set) { _, new in new }
    for (field, names) in row.del { remove(names, from: field) }
    for (field, elements) in row.add where !elements.isEmpty {
      // The server says how an element is spelled now.
      remove(Array(elements.keys), from: field)
      let others = fields[field]?.object
      fields[field] = .object(others?.merging(elements) { _, new in new } ?? elements)
    }
    if let deleted = row.deleted { isDeleted = deleted }
    switch row.alias {
    case .of(let id)?: alias = id
    case Row.Alias.none?: alias = nil
    case nil: break
    }
    if row.isPurged {
      fields = [:]
      alias = nil
      isPurged = true
    } else if row.deleted != nil {
      isPurged = false
    }
    seq = max(seq, row.seq)
    at = row.at
    by = row.by
    isKnown = true
  }

  /// Replays the changes of a pending `operation` that name this entity, as the server will most
  /// likely merge them.
  ///
  /// What the author wrote shows at once; a text goes together with what others made of it meanwhile,
  /// as far as that is possible. One from before a restore shows as it was written: what it was made
  /// from may not be back yet, and whoever goes on writes in the words that the server takes for seen.
  /// An authored edit of an entity that went to Trash unseen brings it
  /// back, unless it was purged: the server alone has what it was. Any other edit shows inside Trash.
  /// - Parameters:
  ///   - operation: The pending operation.
  ///   - device: The client's own device.
  ///   - was: By field, the text or null that a text of the operation was made from.
  public mutating func apply(
    _ operation: Operation, by device: String, was: JSONObject = [:]
  ) {
    // What is done to an alias is done to the entity that it stands for.
    guard alias == nil else { return }
    let was = operation.epoch == nil ? was : [:]
    for change in operation.changes where change.entity == entity {
      // What is not there is as good as deleted.
      if change.life == .delete, !isKnown { continue }
      apply(change, base: operation.base, was: was)
      at = operation.at
      by = device
      isKnown = true
    }
  }

  private mutating func apply(_ change: Change, base: Int, was: JSONObject) {
    let isComing = change.life == .restore || base < seq && Schema.isAuthored(change)
    if isComing, !isPurged { isDeleted = false }
    for (field, names) in change.del { remove(names, from: field) }
    for (field, elements) in change.add {
      for (name, value) in elements.sorted(by: { Self.precedes($0.key, $1.key) }) {
        insert(name, value, into: field)
      }
    }
    for (field, value) in change.set {
      fields[field] = rebased(value, of: field, madeFrom: was[field])
    }
    if change.life == .delete { isDeleted = true }
  }

  /// A text of ours over what others wrote meanwhile: ours alone where the two overlap, as the server
  /// keeps the other beside it. Null was and is the empty text; to clear a field is no edit of a text.
  private func rebased(
    _ value: JSONValue, of field: String, madeFrom was: JSONValue?
  ) -> JSONValue {
    guard let was, let ours = value.string,
      Schema.mergeClass(of: field, in: entity.kind) == .text
    else { return value }
    let merged = TextMerge.merge(base: was.string ?? "", fields[field]?.string ?? "", ours)
    return merged.map(JSONValue.string) ?? value
  }

  // MARK: Sets

  private func elementKey(_ name: String, of field: String) -> String {
    Schema.elementKey(name, of: field, in: entity.kind)
  }

  /// Puts `name` into the set, or gives its value to the spelling that is already there.
  private mutating func insert(_ name: String, _ value: JSONValue, into field: String) {
    var elements = fields[field]?.object ?? [:]
    let key = elementKey(name, of: field)
    let spelling =
      elements[name] != nil
      ? name : elements.keys.first { elementKey($0, of: field) == key } ?? name
    elements[spelling] = value
    fields[field] = .object(elements)
  }

  private mutating func remove(_ names: [String], from field: String) {
    guard var elements = fields[field]?.object else { return }
    let keys = Set(names.map { elementKey($0, of: field) })
    elements = elements.filter { !keys.contains(elementKey($0.key, of: field)) }
    fields[field] = elements.isEmpty ? nil : .object(elements)
  }

  /// The order in which names are gone through, in both languages.
  static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
