import Hub
import Interchange
import Library
import Store
import Wire

extension Administration {
  /// What KOReader put last of the file called `document`; nil where none has.
  func koreaderMark(
    of document: String, in library: String
  ) throws(StoreError) -> KOReaderMark? {
    var authors = AuthorIndex()
    return try known(document, orTitled: nil, among: &authors, in: library).last
  }

  /// Keeps where the e-reader is that `identity` is known of by `secret`, as an edit of its own. Returns when
  /// it came, once it is durable; an e-reader that has not moved has what was kept before. A book for a file
  /// that nobody knows is looked for by its author.
  /// - Throws: `KOReaderFault` `.notPaired` where it was taken away meanwhile, or `.notSaved`; `StoreError`.
  func keep(
    _ update: KOReaderUpdate, by secret: SecretHash, of identity: SyncHub.Identity,
    among authors: inout AuthorIndex
  ) throws -> Int {
    let (now, document) = (clock(), update.place.document)
    let (library, device) = (identity.library.id, identity.device)
    let known = try known(document, orTitled: update.titleMatch, among: &authors, in: library)
    let changes = known.changes(
      keeping: update, of: device.id, now: now, on: LocalDay.name(of: now),
      newID: SecureRandom.identifier)
    let base = known.head
    guard !changes.isEmpty else { return known.last?.at ?? now }
    let item = ServerEdit.Item(id: SecureRandom.identifier(), changes: changes)
    let results = try hub.sync { hub throws(StoreError) -> [Ack.Result]? in
      // Whoever was taken away a moment ago writes nothing more.
      guard try hub.hub.identify(secret) != nil else { return nil }
      return try hub.edit(library, base: base, [item], by: device.id)
    }
    guard let results else { throw KOReaderFault.notPaired }
    if let problem = results.compactMap(\.problem).first {
      throw KOReaderFault.notSaved(problem.message)
    }
    let name = DeviceName.checked("\(DeviceName.koreader) on \(update.place.device)")
    if device.name == DeviceName.koreader, let name { _ = try? renameDevice(device.id, to: name) }
    return now
  }

  /// Takes note that an e-reader is there.
  func heard(of device: String) {
    let now = clock()
    hub.sync { actor in actor.hub.heard(of: device, now: now) }
  }

  private func known(
    _ document: String, orTitled title: TitleMatch?, among authors: inout AuthorIndex,
    in library: String
  ) throws(StoreError) -> KnownDocument {
    let devices = try devices().map(\.id)
    return try store.read(library) { snapshot throws(StoreError) in
      try KnownDocument(
        document, orTitled: title, among: &authors, in: snapshot, devices: devices)
    }
  }
}

extension KOReaderUpdate {
  /// What finds the book of its title and first author, where it says both.
  fileprivate var titleMatch: TitleMatch? {
    title.flatMap { TitleMatch(title: $0, author: authors.first) }
  }
}
