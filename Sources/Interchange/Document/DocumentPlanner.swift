import Library

/// Plans the import of Dogear's own export: what the library lacks is made as it was, what it has is
/// filled where it is blank, and what its owner deleted stays deleted.
struct DocumentPlanner {
  private let library: LibrarySnapshot

  init(library: LibrarySnapshot) { self.library = library }

  /// The plan for `document`.
  func plan(_ document: DogearDocument) -> ImportPlan {
    var packer = OperationPacker()
    var rows: [ImportReport.Row] = []
    var seen: Set<EntityKey> = []
    let made = made(by: document)
    // The books come first.
    var joining = OperationPacker(isJoining: true)
    for (position, item) in document.items.enumerated() {
      let number = position + 1
      switch item {
      case .broken(let raw, let reason):
        rows.append(Self.failure(number, raw, reason))
      case .entity(let entity) where !seen.insert(entity.key).inserted:
        rows.append(Self.failure(number, Self.text(entity), "The document has it twice."))
      case .entity(let entity):
        let isJoining = entity.key.kind == Schema.aliasKind && !entity.isDeleted
        let changes = isOfUse(entity, made) ? changes(for: entity) : []
        if let problem = changes.refusal?.message {
          rows.append(Self.failure(number, Self.text(entity), problem))
          continue
        }
        if isJoining {
          joining.add(changes, row: rows.count)
        } else {
          packer.add(changes, row: rows.count)
        }
        let outcome: ImportReport.Outcome =
          changes.isEmpty ? .unchanged : library.entities[entity.key] == nil ? .added : .updated
        rows.append(
          ImportReport.Row(row: number, outcome: outcome, title: Self.title(entity)))
      }
    }
    let report = ImportReport(source: .dogear, rows: rows, questions: [])
    return ImportPlan(operations: packer.operations + joining.operations, report: report)
  }

  /// What the library lacks and the document brings, of what its records are about.
  private func made(by document: DogearDocument) -> Set<EntityKey> {
    var subjects: Set<EntityKey> = []
    for case .entity(let entity) in document.items { subjects.formUnion(Self.subjects(of: entity)) }
    var made: Set<EntityKey> = []
    for case .entity(let entity) in document.items
    where subjects.contains(entity.key) && library.entities[entity.key] == nil {
      let changes = changes(for: entity)
      if !changes.isEmpty, changes.refusal == nil { made.insert(entity.key) }
    }
    return made
  }

  /// What a record is about: of two books that are one, that which stands for both comes last.
  private static func subjects(of record: LibraryEntity) -> [EntityKey] {
    switch record.key.kind {
    case Schema.aliasKind:
      [record.key.id, record.fields["to"]?.string ?? ""].map {
        EntityKey(kind: Schema.bookKind, id: $0)
      }
    case Schema.conflictKind:
      [
        EntityKey(
          kind: record.fields["entity"]?["e"]?.string ?? "",
          id: record.fields["entity"]?["id"]?.string ?? "")
      ]
    default: []
    }
  }

  /// Whether `record` is of use, where it is one. Two books can be made one where the document makes the
  /// first, for one that the library has stands for what it does there. A conflict about what was purged,
  /// or does not come, has nothing that it could be decided for.
  private func isOfUse(_ record: LibraryEntity, _ made: Set<EntityKey>) -> Bool {
    let subjects = Self.subjects(of: record)
    guard let last = subjects.last else { return true }
    let isThere = made.contains(last) || library.entities[last] != nil
    guard record.key.kind == Schema.aliasKind, !record.isDeleted else {
      return isThere || record.isDeleted
    }
    return library.entities[record.key] != nil || made.contains(subjects[0]) && isThere
  }

  private func changes(for entity: LibraryEntity) -> [Change] {
    var entity = entity
    if library.entities[entity.key] == nil, let book = entity.fields["book"]?.string {
      // What comes of a book that was joined with another is of that one.
      entity.fields["book"] = .string(library.standing(forBook: book))
    }
    if entity.key.kind == Schema.bookKind { entity = asStanding(entity) }
    guard let current = library.entities[entity.key] else {
      // A skeleton of what was purged long ago has nothing to bring back.
      if entity.isDeleted, entity.fields.isEmpty { return [] }
      let making = Self.split(
        Change(entity.key, life: .create, set: entity.fields, add: entity.sets))
      return entity.isDeleted ? making + [Change(entity.key, life: .delete)] : making
    }
    guard !current.isDeleted, !entity.isDeleted else { return [] }
    var change = Change(entity.key)
    for (field, value) in entity.fields where !value.isNull {
      // What the server noted and is there no more, somebody has settled.
      let isServers = Schema.field(field, of: entity.key.kind)?.mergeClass == .server
      if !isServers, current.fields[field] ?? .null == .null { change.set[field] = value }
    }
    for (field, elements) in entity.sets {
      let missing = elements.filter { current.sets[field]?[$0.key] == nil }
      if !missing.isEmpty { change.add[field] = missing }
    }
    return change == Change(entity.key) ? [] : Self.split(change)
  }

  /// What `book` says of the book in which it is found today, where the library has both.
  private func asStanding(_ book: LibraryEntity) -> LibraryEntity {
    let standing = EntityKey(
      kind: Schema.bookKind, id: library.standing(forBook: book.key.id))
    guard standing != book.key, library.entities[standing] != nil,
      let former = library.entities[book.key]
    else { return book }
    var book = book
    book.key = standing
    book.fields = book.fields.filter { !$0.key.hasPrefix(LibrarySnapshot.markPrefix) }
    guard !former.isDeleted else { return book }
    // What an alias has the other took over when the two became one, and its owner may have changed
    // it since.
    book.fields = book.fields.filter { former.fields[$0.key] ?? .null == .null }
    for (field, elements) in book.sets {
      book.sets[field] = elements.filter { former.sets[field]?[$0.key] == nil }
    }
    return book
  }

  /// `change` as changes that each keep within what Library takes at once.
  private static func split(_ change: Change) -> [Change] {
    let fieldMax = Library.Limits.fieldsPerChangeMax / 2
    let elementMax = Library.Limits.elementsPerChangeMax
    let elementCount = change.add.values.reduce(0) { $0 + $1.count }
    guard change.set.count > fieldMax || change.add.count > fieldMax || elementCount > elementMax
    else { return [change] }
    // What the kind requires comes with the change that makes the entity.
    let required = Set(Schema.requiredFields(of: change.entity.kind))
    let fields = change.set.sorted {
      (required.contains($0.key) ? 0 : 1, $0.key) < (required.contains($1.key) ? 0 : 1, $1.key)
    }
    var changes: [Change] = []
    for start in stride(from: 0, to: max(1, fields.count), by: fieldMax) {
      let part = fields[start..<min(fields.count, start + fieldMax)]
      changes.append(
        Change(
          change.entity, life: start == 0 ? change.life : .keep,
          set: JSONObject(uniqueKeysWithValues: part.map { ($0.key, $0.value) })))
    }
    for (field, elements) in change.add.sorted(by: { $0.key < $1.key }) {
      let ordered = elements.sorted { $0.key < $1.key }
      for start in stride(from: 0, to: ordered.count, by: elementMax) {
        let part = ordered[start..<min(ordered.count, start + elementMax)]
        changes.append(
          Change(
            change.entity,
            add: [field: JSONObject(uniqueKeysWithValues: part.map { ($0.key, $0.value) })]))
      }
    }
    return changes
  }

  private static func failure(_ number: Int, _ raw: String, _ reason: String) -> ImportReport.Row {
    ImportReport.Row(
      row: number, outcome: .failed, title: raw.tidied.shortened(to: Limits.quotedLengthMax),
      message: reason, raw: raw)
  }

  private static func title(_ entity: LibraryEntity) -> String {
    let name = entity.fields["title"]?.string ?? entity.fields["name"]?.string
    return name ?? "\(entity.key.kind) \(entity.key.id)"
  }

  private static func text(_ entity: LibraryEntity) -> String {
    var writer = DogearDocumentWriter()
    return String(decoding: writer.line(entity), as: UTF8.self).trimmed
  }
}
