import Library

/// Plans the import of a table of books, row by row: each row sees what the rows before it did.
struct TablePlanner {
  private let options: ImportOptions
  /// What was answered at earlier imports.
  private let remembered: StatusAnswers
  /// The same, and before it what is answered now.
  private let answers: StatusAnswers
  private var library: LibraryIndex
  private var packer = OperationPacker()
  private var rows: [ImportReport.Row] = []
  private var questions: [String: Int] = [:]
  private var occurrences: [String: Int] = [:]

  private let program: TableProgram
  private var source: String { program.rawValue }

  init(_ program: TableProgram, library: LibrarySnapshot, options: ImportOptions) {
    self.program = program
    self.library = LibraryIndex(library)
    remembered = StatusAnswers.remembered(in: library, of: program.rawValue)
    answers = options.answers.completed(by: remembered)
    self.options = options
  }

  /// The plan for `table`.
  mutating func plan(_ table: CSVTable) -> ImportPlan {
    let parsed = table.rows.map {
      ParsedRow($0, header: table.header, of: program, answers: answers)
    }
    let matcher = BookMatcher(
      source: source, sourceIds: Set(parsed.compactMap { $0.draft?.sourceId }))
    for row in parsed { plan(row, matcher) }
    let asked = questions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (name, _) in asked { remember(name) }
    let report = ImportReport(
      source: program.source, rows: rows,
      questions: asked.map {
        ImportReport.Question(status: $0.key, count: $0.value, answer: answers[$0.key])
      })
    return ImportPlan(operations: packer.operations, report: report)
  }

  private mutating func plan(_ row: ParsedRow, _ matcher: BookMatcher) {
    guard let draft = row.draft else {
      keepFailure(row)
      return
    }
    guard !draft.isInTrash else {
      report(row, .unchanged, "It is in the trash of \(program.name); Dogear leaves it there.")
      return
    }
    if let status = draft.unknownStatus { questions[status, default: 0] += 1 }
    let stable = StableID.make(source: source, sourceId: draft.sourceId)
    let occurrence = occurrences[stable, default: 0] + 1
    occurrences[stable] = occurrence
    let rowId = occurrence == 1 ? stable : "\(stable)-again-\(occurrence)"
    if let kept = library["importRow", rowId], let book = kept.fields["book"]?.string {
      again(
        row, draft, rowId: rowId, kept: kept, book: library.standing(forBook: book), prefix: stable)
      return
    }
    switch matcher.match(draft, source: source, stable: stable, in: library) {
    case .trashed: report(row, .unchanged, "It is in Trash; restore it there to have it back.")
    case .same(let book): merge(row, draft, rowId: rowId, book: book, prefix: stable)
    case .none: create(row, draft, rowId: rowId, book: stable, twin: nil)
    case .maybe(let twin, let reason):
      create(row, draft, rowId: rowId, book: stable, twin: (twin, reason))
    }
  }

  // MARK: The four things that can happen to a row

  /// A new book; beside `twin`, when it may be that one, so that nothing of the row waits.
  private mutating func create(
    _ row: ParsedRow, _ draft: Draft, rowId: String, book: String,
    twin: (book: String, reason: String)?
  ) {
    var fields = draft.fields
    if fields["added"] == nil { fields["added"] = .int(options.now) }
    let key = EntityKey(kind: "book", id: book)
    var change = Change(key, life: .create, set: fields)
    if !draft.identifiers.isEmpty {
      change.add["identifiers"] = JSONObject(draft.identifiers.map { ($0, .null) }) { $1 }
    }
    if !draft.tags.isEmpty {
      change.add["tags"] = JSONObject(draft.tags.map { ($0, .null) }) { $1 }
    }
    let outcome: ImportReport.Outcome = twin == nil ? .added : .review
    let isRicher = carryOut(
      row, draft, change: change, places: draft.places, earlier: nil, prefix: book,
      importRow: importRow(rowId, row, draft, outcome: outcome, book: book, twin: twin?.book))
    guard isRicher != nil else { return }
    guard let twin else {
      report(row, .added, nil)
      return
    }
    let title = library["book", twin.book]?.fields["title"]?.string ?? ""
    report(
      row, .review,
      "It may be “\(title.shortened(to: Limits.quotedLengthMax))”, which was here already: "
        + twin.reason + " It comes beside that one; delete the one you do not need.")
  }

  /// A book that is there and that no earlier import of this source brought.
  private mutating func merge(
    _ row: ParsedRow, _ draft: Draft, rowId: String, book: String, prefix: String
  ) {
    guard let entity = library["book", book] else { return }
    let update = BookUpdate(draft: draft, earlier: nil, book: entity)
    let isRicher = carryOut(
      row, draft, change: update.change ?? Change(entity.key), places: missing(update, in: entity),
      earlier: nil, prefix: prefix,
      importRow: importRow(rowId, row, draft, outcome: .updated, book: book, twin: nil))
    if let isRicher { report(row, isRicher ? .updated : .unchanged, nil) }
  }

  /// A row that an earlier import brought.
  private mutating func again(
    _ row: ParsedRow, _ draft: Draft, rowId: String, kept: LibraryEntity, book: String,
    prefix: String
  ) {
    guard let entity = library["book", book], !entity.isDeleted else {
      report(row, .unchanged, "It was deleted here earlier; Dogear does not bring it back.")
      return
    }
    let raw = RawRow(kept: kept.fields["raw"] ?? .null)
    let isSame = row.raw.saysTheSame(as: raw, except: program.movingColumns)
    let isAnsweredAnew = draft.unknownStatus.map { answers[$0] != remembered[$0] } ?? false
    guard !isSame || isAnsweredAnew else {
      report(row, .unchanged, nil)
      return
    }
    let earlier = program.draft(raw, answers: remembered)
    let update = BookUpdate(draft: draft, earlier: earlier, book: entity)
    let importRow =
      isSame ? nil : importRow(rowId, row, draft, outcome: .updated, book: book, twin: nil)
    let isRicher = carryOut(
      row, draft, change: update.change ?? Change(entity.key), places: missing(update, in: entity),
      earlier: earlier?.readings, prefix: prefix, importRow: importRow)
    if let isRicher { report(row, isRicher ? .updated : .unchanged, nil) }
  }

  /// A row that could not be read, or is `refused` by the library: its text is kept, once, where it fits.
  private mutating func keepFailure(_ row: ParsedRow, refused: Problem? = nil) {
    let text = row.rawText
    let key = EntityKey(kind: "importRow", id: "\(source)-row-\(StableID.digest(text))")
    if library["importRow", key.id] == nil, text.utf8.count <= Limits.recordByteCountMax {
      let fields: JSONObject = [
        "batch": .string(options.batch), "source": .string(source), "raw": .string(text),
        "outcome": .string(ImportReport.Outcome.failed.rawValue),
      ]
      let change = Change(key, life: .create, set: fields)
      // What JSON escapes takes several times its bytes.
      if [change].refusal == nil { perform([change]) }
    }
    report(row, .failed, refused?.message ?? row.failure)
  }

  // MARK: Carrying out

  /// Plans everything of one row, and says whether the book gains by it; nil, and the row has failed, where
  /// the library takes a part of it under no circumstances: others share its operation.
  private mutating func carryOut(
    _ row: ParsedRow, _ draft: Draft, change: Change, places: [Draft.Place],
    earlier: ReadingHistory?, prefix: String, importRow: Change?
  ) -> Bool? {
    var change = change
    let shelves = ShelfPlacement.place(places, in: library, salt: prefix)
    if !shelves.elements.isEmpty { change.add["shelves"] = shelves.elements }
    let readings = ReadingUpdate(
      history: draft.readings, earlier: earlier ?? ReadingHistory(), book: change.entity.id,
      prefix: prefix, existing: library.readings(of: change.entity.id),
      isTaken: { [library] id in library["reading", id] != nil }
    ).changes
    let isEmpty = change == Change(change.entity)
    var group = shelves.changes
    if !isEmpty { group.append(change) }
    group += readings
    let isRicher = !group.isEmpty
    if let importRow { group.append(importRow) }
    if let problem = group.refusal {
      keepFailure(row, refused: problem)
      return nil
    }
    perform(group)
    return isRicher
  }

  /// Plans that the library remembers what is answered now of `name`, if that is anything new.
  private mutating func remember(_ name: String) {
    guard options.answers[name] != remembered[name],
      let change = options.answers.record(
        of: name, source: source, batch: options.batch, in: library), [change].refusal == nil
    else { return }
    packer.add([change], row: nil)
  }

  /// Plans `group` for the row that is reported next.
  private mutating func perform(_ group: [Change]) {
    for change in group { library.apply(change) }
    packer.add(group, row: rows.count)
  }

  /// Shelves that the row names and the book is not on.
  private func missing(_ update: BookUpdate, in book: LibraryEntity) -> [Draft.Place] {
    update.newPlaces.filter { place in
      guard let shelf = library.shelf(named: place.shelf) else { return true }
      return book.sets["shelves"]?[shelf] == nil
    }
  }

  private func importRow(
    _ id: String, _ row: ParsedRow, _ draft: Draft, outcome: ImportReport.Outcome, book: String,
    twin: String?
  ) -> Change {
    let key = EntityKey(kind: "importRow", id: id)
    var fields: JSONObject = [
      "batch": .string(options.batch), "source": .string(source),
      "sourceId": .string(draft.sourceId), "outcome": .string(outcome.rawValue),
      "raw": .object(row.raw.cells.mapValues(JSONValue.string)), "book": .string(book),
    ]
    if let twin { fields["twin"] = .string(twin) }
    return Change(key, life: library["importRow", id] == nil ? .create : .keep, set: fields)
  }

  private mutating func report(
    _ row: ParsedRow, _ outcome: ImportReport.Outcome, _ message: String?
  ) {
    // What was to be said of an unchanged row was said when it came in.
    let notes = outcome == .unchanged ? [] : row.notes
    let sentences = [message].compactMap { $0 } + notes
    rows.append(
      ImportReport.Row(
        row: row.number, outcome: outcome, title: row.title,
        message: sentences.isEmpty ? nil : sentences.joined(separator: " "),
        raw: outcome == .failed ? row.rawText : nil))
  }
}
