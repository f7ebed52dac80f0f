import Interchange
import Library
import Store

/// What a library has of a file that KOReader reads, at one moment.
struct KnownDocument {
  let name: String
  /// The library's sequence then.
  let head: Int
  /// The book that the file is; nil where none is known to be.
  private(set) var book: LibraryEntity?
  /// Its read-throughs, the one that was begun last first.
  private(set) var readings: [LibraryEntity] = []
  /// How far each device has come in them, by the id of the record.
  private(set) var progress: [String: LibraryEntity] = [:]

  /// Looks for the file called `name`, or else, where no book has it but in Trash, for the one book that
  /// `title` finds, by one of `authors`. `devices` are all there ever were.
  init(
    _ name: String, orTitled title: TitleMatch?, among authors: inout AuthorIndex,
    in snapshot: any Store.LibrarySnapshot, devices: [String]
  ) throws(StoreError) {
    self.name = name
    head = snapshot.library.head
    book = try Self.book(holding: KOReaderPlace.identifier(of: name), in: snapshot)
    if book?.isDeleted ?? true, let title {
      // Of several nobody knows which it is.
      let books = try authors.books(title, in: snapshot)
      if books.count == 1 { book = books[0] }
    }
    guard let book else { return }
    readings = try Self.readings(of: book.key.id, in: snapshot)
    let keys = readings.flatMap { reading in
      devices.map { EntityKey(kind: "progress", id: "\(reading.key.id)~\($0)") }
    }
    for (key, state) in try snapshot.states(of: keys) where !state.isDeleted {
      progress[key.id] = LibraryEntity(state)
    }
  }

  /// The book that has `identifier`, one in Trash only where no other has it.
  private static func book(
    holding identifier: String, in snapshot: any Store.LibrarySnapshot
  ) throws(StoreError) -> LibraryEntity? {
    let keys = try snapshot.books(
      identifiedBy: identifier, limit: Library.Limits.twinsLookedAtMax)
    let states = try snapshot.states(of: keys)
    // One that stands for another has given it what it had.
    let books = keys.compactMap { states[$0] }.filter { $0.alias?.root == nil }
      .map(LibraryEntity.init)
    return books.first { !$0.isDeleted } ?? books.first
  }

  /// The read-throughs of a book, under whatever id it had when they began.
  private static func readings(
    of book: String, in snapshot: any Store.LibrarySnapshot
  ) throws(StoreError) -> [LibraryEntity] {
    var found: [EntityState] = []
    var (names, rest): (Set<String>, [String]) = ([book], [book])
    while let name = rest.popLast() {
      found += try snapshot.states(of: "reading", naming: name).filter { state in
        !state.isDeleted && state.registers["book"]?.value.string == name
      }
      for alias in try snapshot.states(of: Schema.aliasKind, naming: name)
      where !alias.isDeleted && alias.registers["to"]?.value.string == name {
        if names.insert(alias.entity.id).inserted { rest.append(alias.entity.id) }
      }
    }
    return found.sorted { $0.created.seq > $1.created.seq }.map(LibraryEntity.init)
  }
}

extension KnownDocument {
  /// What KOReader put there last, of all devices; nil where none has.
  var last: KOReaderMark? {
    progress.values.flatMap { KOReaderMark.all(of: $0.fields) }
      .filter { $0.place.document == name }.max { $0.at < $1.at }
  }

  /// What keeps that `device` is where `update` says since `now`, on `day`: nothing, where it is known to be
  /// there.
  ///
  /// It is what a browser does when its reader says how far they are (`Web/views/deeds.js`, `progress`): where
  /// no read-through goes on, one begins, and the book is one that is being read. But nobody has said so here:
  /// the e-reader tells where it is whenever the file is closed. So of a read-through that is over, or a book
  /// that its reader has called read or given up, it tells still, unless the file is at its beginning again.
  func changes(
    keeping update: KOReaderUpdate, of device: String, now: Int, on day: String,
    newID: () -> String
  ) -> [Change] {
    let place = update.place
    let reading = open ?? over(at: place)
    let record = reading.flatMap { progress["\($0.key.id)~\(device)"] }
    let known = KOReaderMark.all(of: record?.fields)
    let last = self.last
    // Behind all there are, though the clock may have been ahead then.
    let mark = KOReaderMark(place, at: max(now, (last?.at ?? 0) + 1))
    // Where another device put its place meanwhile, this one is to be the last again.
    if let own = known.first, own == last, own.place == place, book?.holds(name) == true {
      return []
    }
    let id = reading?.key.id ?? newID()
    let bookID = book?.key.id ?? newID()
    var changes: [Change] = []
    let isOver = said(at: place) != nil || reading != nil && open == nil
    if let change = bookChange(bookID, update, now: now, isOver: isOver) {
      changes.append(change)
    }
    if reading == nil {
      let outcome = said(at: place) ?? "reading"
      let fields: JSONObject = ["book": .string(bookID), "span": ["outcome": .string(outcome)]]
      changes.append(
        Change(EntityKey(kind: "reading", id: id), life: .create, set: fields))
    }
    let fields: JSONObject = [
      "unit": "percent", "value": .double((place.fraction * 10_000).rounded() / 100),
      "total": 100, "fraction": .double(place.fraction), "at": .int(now),
      "marks": mark.put(before: known),
    ]
    changes.append(
      Change(
        EntityKey(kind: "progress", id: "\(id)~\(device)"), set: fields,
        add: ReadingDays.adding(day, to: record?.sets["days"] ?? [:])))
    return changes
  }

  /// The read-through that goes on, if one does.
  private var open: LibraryEntity? {
    readings.first { $0.fields["span"]?["outcome"]?.string == "reading" }
  }

  /// That the book is over, and how, as its reader says, where `place` does not say that it begins again.
  private func said(at place: KOReaderPlace) -> String? {
    guard place.fraction > Limits.koreaderBeginning, let status = book?.fields["status"]?.string,
      ["read", "abandoned"].contains(status)
    else { return nil }
    return status
  }

  /// The read-through that is over, and that `place` belongs to: it is not at the beginning, and the
  /// read-through is of this file, or the last of a book that is over.
  private func over(at place: KOReaderPlace) -> LibraryEntity? {
    guard place.fraction > Limits.koreaderBeginning else { return nil }
    let last = progress.values.filter { record in
      KOReaderMark.all(of: record.fields).contains { $0.place.document == name }
    }
    return readings.first { reading in last.contains { $0.key.pair?.first == reading.key.id } }
      ?? (said(at: place) == nil ? nil : readings.first)
  }

  /// What changes of the book, or makes it.
  private func bookChange(
    _ id: String, _ update: KOReaderUpdate, now: Int, isOver: Bool
  ) -> Change? {
    let key = EntityKey(kind: "book", id: id)
    let identifier: ByName<JSONObject> = [
      "identifiers": [KOReaderPlace.identifier(of: name): .null]
    ]
    let nameless = "A book on \(update.place.device)"
    var names: JSONObject = ["title": .string(update.title ?? nameless)]
    if !update.authors.isEmpty {
      names["contributors"] = .array(
        update.authors.map { ["name": .string($0), "role": "author"] })
    }
    guard let book else {
      let fields: JSONObject = ["status": "reading", "format": "ebook", "added": .int(now)]
      return Change(
        key, life: .create, set: fields.merging(names) { $1 }, add: identifier)
    }
    // What is in Trash stays there.
    guard !book.isDeleted else { return nil }
    var change = Change(key)
    // Its owner lets KOReader say now what the file is called.
    if update.title != nil, book.fields["title"]?.string == nameless,
      book.fields["contributors"]?.array?.isEmpty ?? true
    {
      change.set = names
    }
    if !isOver, book.fields["status"]?.string != "reading" { change.set["status"] = "reading" }
    if !book.holds(name) { change.add = identifier }
    return change.hasFields ? change : nil
  }
}

extension LibraryEntity {
  /// Whether the file called `document` is known to be this book.
  fileprivate func holds(_ document: String) -> Bool {
    sets["identifiers"]?[KOReaderPlace.identifier(of: document)] != nil
  }
}
