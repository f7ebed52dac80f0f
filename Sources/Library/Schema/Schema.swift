/// The kinds and fields of a library (BOOKS §5) and how each merges (SYNC §1).
///
/// Add-only. Kinds and fields that stand nowhere here pass untouched, as authored registers and
/// sets: an old server never drops what a newer client wrote.
public enum Schema {
  /// The kind of the records that keep the losers of conflicts.
  public static let conflictKind = "conflict"
  /// The kind of the records that say which book stands for which.
  public static let aliasKind = "alias"
  /// The kind of what people track.
  public static let bookKind = "book"
  /// The kind of what books stand on.
  public static let shelfKind = "shelf"
  /// The field of any entity that says it was edited and deleted at once.
  public static let revivedField = "revived"
  /// The field of a shelf in Trash that says a book was put on it while it was deleted.
  public static let recoveredField = "recovered"
  /// The field of an alias that is true until somebody has seen it.
  public static let noticeField = "notice"
  /// The field of a book that says when it came to the library.
  static let addedField = "added"
  /// The field of a book that names the shelves it stands on.
  static let shelvesField = "shelves"
  /// Where in a hand-made order something stands: of a shelf, or of a book on one.
  static let positionField = "position"
  /// The field of a book that names it elsewhere, its ISBN among others.
  static let identifiersField = "identifiers"
  /// The field of a progress that holds the days on which its device noted a place.
  static let daysField = "days"
  /// What begins the name of a field that a person or an import made up.
  public static let customPrefix = "custom."

  /// The known kinds by name.
  public static let kinds: ByName<KindSpec> = [
    bookKind: book,
    "reading": reading,
    "progress": progress,
    shelfKind: shelf,
    "note": note,
    "loan": loan,
    "goal": goal,
    "importRow": importRow,
    conflictKind: conflict,
    aliasKind: alias,
  ]

  /// What is known of `kind`, or nil.
  public static func kind(_ kind: String) -> KindSpec? { kinds[kind] }

  /// What is known of `field` of `kind`, or nil.
  public static func field(_ field: String, of kind: String) -> FieldSpec? {
    if field == revivedField { return revived }
    if let known = kinds[kind]?.fields[field] { return known }
    // By bytes: to `hasPrefix`, a dot and a mark that combines with it are one character.
    return field.utf8.starts(with: customPrefix.utf8) ? custom : nil
  }

  /// The fields that an entity of `kind` cannot be without, by name.
  public static func requiredFields(of kind: String) -> [String] {
    guard let fields = kinds[kind]?.fields else { return [] }
    return fields.filter(\.value.isRequired).keys.sorted()
  }

  /// The fields of which no authored history is kept: what programs and the server write.
  static func unkeptFields(of kind: String) -> [String] {
    let fields = kinds[kind]?.fields ?? [:]
    return fields.filter { !$0.value.isAuthored }.keys + [revivedField]
  }

  /// How concurrent writes of `field` meet; unknown fields are registers.
  static func mergeClass(of field: String, in kind: String) -> MergeClass {
    Self.field(field, of: kind)?.mergeClass ?? .register
  }

  /// Whether `change` does something that a person did: it creates, restores, or writes an authored
  /// field.
  public static func isAuthored(_ change: Change) -> Bool {
    if change.life == .create || change.life == .restore { return true }
    let kind = change.entity.kind
    return change.set.keys.contains { isAuthored($0, of: kind) }
      || change.add.keys.contains { isAuthored($0, of: kind) }
      || change.del.keys.contains { isAuthored($0, of: kind) }
  }

  /// Whether `change` does nothing but clear marks of the server's, which is seeing them: it is done
  /// in Trash as well, and brings nothing back.
  static func isClearing(_ change: Change) -> Bool {
    change.life == .keep && change.add.isEmpty && change.del.isEmpty
      && change.set.allSatisfy { field, value in
        value.isNull && mergeClass(of: field, in: change.entity.kind) == .server
      }
  }

  /// Whether a person, rather than a program, writes `field`.
  static func isAuthored(_ field: String, of kind: String) -> Bool {
    Self.field(field, of: kind)?.isAuthored ?? true
  }

  /// Whether the elements of `field` are the shelves that an entity of `kind` stands on.
  static func isShelves(_ field: String, of kind: String) -> Bool {
    field == shelvesField && kind == bookKind
  }

  /// What makes spellings of an element of `field` the same one: tags fold their case, all else is
  /// exact. Swift compares by canonical equivalence, JavaScript normalises to NFC.
  public static func elementKey(_ element: String, of field: String, in kind: String) -> String {
    guard case .set(.tag, _)? = Self.field(field, of: kind)?.type else { return element }
    return Text.folded(element)
  }

  private static let revived = FieldSpec(.any, .server, isAuthored: false)
  private static let custom = FieldSpec(.any)
}
