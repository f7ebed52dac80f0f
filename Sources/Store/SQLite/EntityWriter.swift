import GRDB
import Library

/// Writes entities, and lists them under what they hold.
struct EntityWriter {
  private let snapshot: SQLiteSnapshot
  private var insert, update: RowStatement
  private var writes, mentions, trash: List
  private var drafts: [Draft] = []
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
    for state in states {
      let draft = try draft(of: state)
      drafts.append(draft)
      formatting.put(draft)
    }
  }

  /// Writes what was taken.
  consuming func write() throws {
    for (draft, row) in zip(drafts, formatting.results()) { try write(row, of: draft) }
  }

  /// An entity that is to be written. What passes through several hands is passed by reference.
  private final class Draft: Sendable {
    let state: EntityState
    let key: Int64
    /// As it is stored; nil where it is new.
    let old: EntityState?
    let library: Int64
    let head: Int

    init(state: EntityState, key: Int64, old: EntityState?, library: Int64, head: Int) {
      self.state = state
      self.key = key
      self.old = old
      self.library = library
      self.head = head
    }
  }

  private func draft(of state: EntityState) throws -> Draft {
    let entity = state.entity
    // Merging has read it, in all but odd cases.
    if snapshot.met[entity] == nil { _ = try snapshot.states(of: [entity]) }
    let known = snapshot.met[entity] ?? nil
    return Draft(
      state: state, key: try known?.key ?? snapshot.nextEntityKey(), old: known?.state,
      library: snapshot.key, head: snapshot.library.head)
  }

  /// What comes of it: its row in the table, and the one that everybody is told.
  private struct Written {
    let text: String
    let checksum: Int64
    let seqs: [Int]
    let change: [UInt8]

    init(of draft: Draft) {
      let state = draft.state
      text = state.storedText
      var crc = RowChecksum()
      crc.add(number: draft.key)
      crc.add(number: draft.library)
      crc.add(text: state.entity.kind)
      crc.add(text: state.entity.id)
      crc.add(text: text)
      checksum = crc.value
      seqs = state.seqs
      var change: [UInt8] = []
      state.row(since: draft.head)?.appendCanonical(to: &change)
      self.change = change
    }
  }

  private mutating func write(_ row: Written, of draft: Draft) throws {
    let (state, old, key) = (draft.state, draft.old, draft.key)
    if old == nil {
      insert.bind(key)
      insert.bind(draft.library)
      insert.bind(state.entity.kind)
      insert.bind(state.entity.id)
      insert.bind(row.text)
      insert.bind(row.checksum)
      try insert.run()
    } else {
      update.bind(row.text)
      update.bind(row.checksum)
      update.bind(key)
      try update.run()
    }
    try writes.update(key, in: draft.library, from: old?.seqs ?? [], to: row.seqs)
    // Most writes leave both as they are.
    if old?.sets != state.sets {
      try mentions.update(
        key, in: draft.library, from: old.map(Mention.terms(of:)) ?? [],
        to: Mention.terms(of: state))
    }
    if old?.trashed != state.trashed {
      try trash.update(
        key, in: draft.library, from: [old?.trashed].compactMap(\.self),
        to: [state.trashed].compactMap(\.self))
    }
    snapshot.met[state.entity] = SQLiteSnapshot.Stored(key: key, state: state)
    let change = StoredRows.Member(row.change, after: draft.head, seqs: row.seqs)
    snapshot.rows.append(change)
    snapshot.written[key] = RecentStates.Entity(text: row.text, row: change)
  }
}

/// A table that lists entities under numbers.
private struct List {
  private var insert, delete: RowStatement

  init(_ table: String, _ column: String, in database: Database) throws {
    insert = try RowStatement(
      "INSERT INTO \(table) (library, \(column), entity, crc) VALUES (?, ?, ?, ?)", in: database)
    delete = try RowStatement(
      "DELETE FROM \(table) WHERE library = ? AND \(column) = ? AND entity = ?", in: database)
  }

  /// Lists `entity` under `new` in place of `old`, both ascending.
  mutating func update(
    _ entity: Int64, in library: Int64, from old: [Int], to new: [Int]
  ) throws {
    var (old, new) = (old[...], new[...])
    while let number = Self.lesser(old.first, new.first) {
      let (isOld, isNew) = (old.first == number, new.first == number)
      if isOld { old.removeFirst() }
      if isNew { new.removeFirst() }
      guard isOld != isNew else { continue }
      if isNew {
        insert.bind(library)
        insert.bind(Int64(number))
        insert.bind(entity)
        insert.bindChecksum()
        try insert.run()
      } else {
        delete.bind(library)
        delete.bind(Int64(number))
        delete.bind(entity)
        try delete.run()
      }
    }
  }

  private static func lesser(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}
