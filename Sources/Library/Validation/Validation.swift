/// What an operation must be before it is merged (SYNC §2, BOOKS §5).
public enum Validation {
  /// Checks everything about `operation` that needs no stored state.
  ///
  /// Kinds and fields that `Schema` does not know pass, within the bounds of `Limits`.
  /// - Parameters:
  ///   - operation: The operation, as its device sent it.
  ///   - device: The author's device; `Author.server` may write server kinds and fields.
  /// - Throws: `Problem` with `malformed`, `invalid` or `notYours`, in words for a person.
  public static func check(_ operation: Operation, device: String) throws(Problem) {
    guard Identifier.isValid(operation.id) else {
      throw malformed("The operation's id must be 1 to 64 letters, digits, - and _.", "op")
    }
    guard operation.n >= 1 else {
      throw malformed("The operation's n must be at least 1.", "n")
    }
    guard operation.base >= 0 else {
      throw malformed("The operation's base must be at least 0.", "base")
    }
    guard (1...Limits.changesPerOperationMax).contains(operation.changes.count) else {
      throw malformed(
        "An operation must hold 1 to \(Limits.changesPerOperationMax) changes, and this one has "
          + "\(operation.changes.count).", "do")
    }
    for change in operation.changes { try check(change, device: device) }
  }

  /// Checks one change, as `check(_:device:)` does for each of an operation.
  /// - Throws: `Problem`, as above.
  public static func check(_ change: Change, device: String) throws(Problem) {
    guard change.entity.isValid else {
      throw malformed(
        "The kind and the id of an entity must be 1 to 64 letters, digits, - and _ (a progress has "
          + "the ids of its reading and its device, joined by ~).", "id")
    }
    try checkWriter(of: change, device: device)
    try checkSize(of: change)
    for (field, value) in change.set {
      try check(value, for: field, of: change.entity.kind, device: device)
    }
    for (field, elements) in change.add {
      let place = try place(field)
      let type = try setType(field, of: change.entity.kind, at: place)
      for (name, value) in elements {
        try type.element.check(name, at: place.element(name))
        if !value.isNull { try type.value.check(value, at: place.element(name)) }
      }
    }
    for (field, names) in change.del {
      let place = try place(field)
      _ = try setType(field, of: change.entity.kind, at: place)
      // What a set should never have held may still be taken out of it.
      for name in names { try ElementType.any.check(name, at: place.element(name)) }
    }
  }

  private static func check(
    _ value: JSONValue, for field: String, of kind: String, device: String
  ) throws(Problem) {
    let place = try place(field)
    guard let spec = Schema.field(field, of: kind) else {
      return try FieldType.any.check(value, at: place)
    }
    if spec.mergeClass == .set {
      throw Problem(
        .invalid,
        "\(place.subject) is a set: add and remove its elements instead of replacing it.",
        field: field)
    }
    if spec.mergeClass == .server, device != Author.server, !value.isNull {
      throw Problem(
        .notYours, "\(place.subject) is written by the server; it can only be cleared.",
        field: field)
    }
    if value.isNull {
      if spec.isRequired { throw place.invalid("not be empty") }
    } else {
      try spec.type.check(value, at: place)
    }
  }

  /// Server kinds are the server's, but for the answers that people give to them; a pair's second half
  /// names its only writer.
  private static func checkWriter(of change: Change, device: String) throws(Problem) {
    guard device != Author.server, let kind = Schema.kind(change.entity.kind) else { return }
    if kind.isServers, !isAnswer(change) {
      let but =
        switch change.entity.kind {
        case Schema.conflictKind: "; it can only be closed, or opened again."
        case Schema.aliasKind: "; its notice can be cleared, and deleting it keeps both books."
        default: "."
        }
      throw Problem(
        .notYours, "A record of kind \(change.entity.kind) is written by the server" + but)
    }
    if kind.isNamedByPair, change.entity.pair?.second != device {
      throw Problem(
        .notYours,
        "A \(change.entity.kind) record is written only by the device it belongs to.")
    }
  }

  /// Whether anyone may say this to a record of the server's: that a conflict is settled, or is not
  /// after all; that the notice of an alias was seen, or that its two books are two.
  private static func isAnswer(_ change: Change) -> Bool {
    switch (change.entity.kind, change.life) {
    case (Schema.conflictKind, .delete), (Schema.conflictKind, .restore),
      (Schema.aliasKind, .delete):
      !change.hasFields
    case (Schema.aliasKind, .keep):
      change.set == [Schema.noticeField: .null] && change.add.isEmpty && change.del.isEmpty
    default: false
    }
  }

  private static func checkSize(of change: Change) throws(Problem) {
    let fieldCount = change.set.count + change.add.count + change.del.count
    guard fieldCount <= Limits.fieldsPerChangeMax else {
      throw malformed(
        "A change must name at most \(Limits.fieldsPerChangeMax) fields, and this one names "
          + "\(fieldCount).", "do")
    }
    let elementCount =
      change.add.values.reduce(0) { $0 + $1.count } + change.del.values.reduce(0) { $0 + $1.count }
    guard elementCount <= Limits.elementsPerChangeMax else {
      throw malformed(
        "A change must add and remove at most \(Limits.elementsPerChangeMax) elements, and this "
          + "one has \(elementCount).", "do")
    }
  }

  private static func place(_ field: String) throws(Problem) -> Place {
    guard (1...Limits.fieldNameLengthMax).contains(field.unicodeScalars.count) else {
      throw malformed(
        "A field's name must have 1 to \(Limits.fieldNameLengthMax) characters.", "do")
    }
    return Place(field: field)
  }

  private static func setType(
    _ field: String, of kind: String, at place: Place
  ) throws(Problem) -> (element: ElementType, value: FieldType) {
    guard let spec = Schema.field(field, of: kind) else { return (.any, .any) }
    guard case .set(let element, let value) = spec.type else {
      throw Problem(
        .invalid,
        "\(place.subject) is no set: set its value instead of adding or removing elements.",
        field: field)
    }
    return (element, value)
  }

  private static func malformed(_ message: String, _ member: String) -> Problem {
    Problem(.malformed, message, field: member)
  }
}
