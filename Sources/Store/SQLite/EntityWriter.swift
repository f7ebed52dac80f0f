import GRDB
import Library

/// Writes entities, and lists them under what they hold.
struct EntityWriter {
  private let snapshot: SQLiteSnapshot
  private var insert, update: RowStatement
  private var writes, mentions, trash: List
  private var drafts: [Draft] = []
  /// What those take that are formatted beside each other.
  private var formattedByteCount = 0
  private var formatting = Pipeline { Written(of: $0) }

  /// Writes into the transaction of `snapshot`.
  init(_ snapshot: SQLiteSnapshot) throws {
    self.snapshot = snapshot
    let database = snapshot.database
    insert = try RowStatement(
      "INSERT INTO entities (key, library, kind, id, state, crc) VALUES (?, ?, ?, ?, ?, ?)",
      in: database)
    update = try RowStatement("UPDATE entities SET state = ?, crc = ? WHERE key = ?", in: database)
    writes = try List("writes", "seq", in: database)
    mentions = try List("mentions", "term", in: database)
    trash = try List("trash", "seq", in: database)
  }

  /// Takes `states`, each to be written in place of what is stored of its entity; `write` has less to do
  /// the longer ago that was.
  mutating func take(_ states: [EntityState]) throws {
    drafts.reserveCapacity(states.count)
    for state in states {
      let draft = try draft(of: state)
      drafts.append(draft)
      if !draft.isLate { formatting.put(draft) }
      snapshot.met[state.entity] = draft.new
    }
  }

  /// Writes what was taken, and returns what of it nobody needs any more.
  consuming func write() throws -> any Sendable {
    var formatted = formatting.results().makeIterator()
    for draft in drafts {
      guard let row = draft.isLate ? Written(of: draft) : formatted.next() else {
        preconditionFailure("Each draft has its row.")
      }
      try write(row, of: draft)
    }
    return drafts
  }

  /// An entity that is to be written. What passes through several hands is passed by reference.
  private final class Draft: Sendable {
    let new: SQLiteSnapshot.Stored
    /// As it is stored; nil where it is new.
    let old: SQLiteSnapshot.Stored?
    let library: Int64
    let head: Int
    /// Whether it is formatted once it is come to, and let go of: few long texts are to be held at once.
    let isLate: Bool

    init(
      _ new: SQLiteSnapshot.Stored, old: SQLiteSnapshot.Stored?, library: Int64, head: Int,
      isLate: Bool
    ) {
      self.new = new
      self.old = old
      self.library = library
      self.head = head
      self.isLate = isLate
    }
  }

  private mutating func draft(of state: EntityState) throws -> Draft {
    let entity = state.entity
    // Merging has read it, in all but odd cases.
    let old: SQLiteSnapshot.Stored?
    if let met = snapshot.met[entity] {
      old = met
    } else {
      _ = try snapshot.states(of: [entity])
      old = snapshot.met[entity] ?? nil
    }
    let new = SQLiteSnapshot.Stored(
      key: try old?.key ?? snapshot.nextEntityKey(), state: state,
      byteCount: old?.byteCount ?? state.byteCount)
    let isLate =
      new.byteCount > Limits.pipelinedByteCountMax
      || formattedByteCount > Limits.formattedByteCountMax
    if !isLate { formattedByteCount += new.byteCount }
    return Draft(
      new, old: old, library: snapshot.key, head: snapshot.library.head, isLate: isLate)
  }

  /// What comes of it: its row in the table, where it is listed, and the row that everybody is told.
  private struct Written {
    let text: String
    let checksum: Int64
    let writes, mentions, trash: Listing
    let change: StoredRows.Member

    init(of draft: Draft) {
      let (new, old) = (draft.new.state, draft.old?.state)
      text = new.storedText
      var crc = RowChecksum()
      crc.add(number: draft.new.key)
      crc.add(number: draft.library)
      crc.add(text: new.entity.kind)
      crc.add(text: new.entity.id)
      crc.add(text: text)
      checksum = crc.value
      let seqs = new.seqs
      writes = Listing(from: old?.seqs ?? [], to: seqs)
      // Most writes leave both as they are.
      mentions =
        old?.sets == new.sets && old?.registers["cover"]?.value == new.registers["cover"]?.value
        ? Listing()
        : Listing(from: old.map(Mention.terms(of:)) ?? [], to: Mention.terms(of: new))
      trash = Listing(
        from: [old?.trashed].compactMap(\.self), to: [new.trashed].compactMap(\.self))
      var row: [UInt8] = []
      _ = new.appendRow(since: draft.head, to: &row)
      change = StoredRows.Member(row, after: draft.head, seqs: seqs)
    }
  }

  private mutating func write(_ row: Written, of draft: Draft) throws {
    let (name, key) = (draft.new.state.entity, draft.new.key)
    if draft.old == nil {
      insert.bind(key)
      insert.bind(draft.library)
      insert.bind(name.kind)
      insert.bind(name.id)
      insert.bind(row.text)
      insert.bind(row.checksum)
      try insert.run()
    } else {
      update.bind(row.text)
      update.bind(row.checksum)
      update.bind(key)
      try update.run()
    }
    try writes.update(key, in: draft.library, row.writes)
    try mentions.update(key, in: draft.library, row.mentions)
    try trash.update(key, in: draft.library, row.trash)
    snapshot.rows.tell(row.change)
    let entity = RecentStates.Entity(text: row.text, row: row.change)
    snapshot.writtenByteCount += entity.byteCount
    if snapshot.writtenByteCount > Limits.recentStatesByteCountMax { snapshot.written = nil }
    snapshot.written?.append((key, entity))
  }
}

/// How the numbers change under which an entity is listed.
private struct Listing {
  private(set) var added: [Int] = []
  private(set) var removed: [Int] = []

  init() {}

  /// Listed under `new` in place of `old`, both ascending.
  init(from old: [Int], to new: [Int]) {
    var (old, new) = (old[...], new[...])
    while let number = Self.lesser(old.first, new.first) {
      let (isOld, isNew) = (old.first == number, new.first == number)
      if isOld { old.removeFirst() }
      if isNew { new.removeFirst() }
      guard isOld != isNew else { continue }
      if isNew { added.append(number) } else { removed.append(number) }
    }
  }

  private static func lesser(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}

/// A table that lists entities under numbers.
private struct List {
  private var insert, delete: RowStatement

  init(_ table: String, _ column: String, in database: Database) throws {
    insert = try RowStatement(
      "INSERT INTO \(table) (library, \(column), entity, crc) VALUES (?, ?, ?, ?)", isSealed: true,
      in: database)
    delete = try RowStatement(
      "DELETE FROM \(table) WHERE library = ? AND \(column) = ? AND entity = ?", in: database)
  }

  /// Lists `entity` as `listing` says.
  mutating func update(
    _ entity: Int64, in library: Int64, _ listing: Listing
  ) throws {
    for number in listing.removed {
      delete.bind(library)
      delete.bind(Int64(number))
      delete.bind(entity)
      try delete.run()
    }
    for number in listing.added {
      insert.bind(library)
      insert.bind(Int64(number))
      insert.bind(entity)
      insert.bindChecksum()
      try insert.run()
    }
  }
}
