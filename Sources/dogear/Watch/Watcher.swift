import Glibc
import Library
import Replica
import Server

/// Follows a library and prints what changes in it.
struct Watcher {
  let library: LocalLibrary
  let isJSON: Bool
  /// Whether what came while nobody watched is passed over.
  let isFromNow: Bool
  /// The entities as they were last told.
  private var told: [EntityKey: EntityView] = [:]

  init(_ library: LocalLibrary, isJSON: Bool, isFromNow: Bool) {
    self.library = library
    self.isJSON = isJSON
    self.isFromNow = isFromNow
  }

  /// Prints until the library is closed, the task is cancelled, or nobody reads any more.
  mutating func run() async {
    let changes = await library.changes()
    // What a copy held before it hears from the server is what was told.
    let isCopied = await library.checkpoint.isComplete
    if isCopied, !isFromNow { await begin() }
    await library.startSyncing()
    if !isCopied || isFromNow {
      // The first sync is no news; what comes after it is.
      guard await isSynced() else { return }
      await begin()
    }
    for await change in changes {
      guard await tell(change) else { return }
    }
  }

  /// Waits for the first sync; false where the watch ends before it.
  private func isSynced() async -> Bool {
    for await status in await library.statuses() {
      let isComplete = await library.checkpoint.isComplete
      if isComplete, status.state == .saved || !isFromNow { return true }
    }
    return false
  }

  private mutating func begin() async {
    for entity in await library.view.entities { told[entity.entity] = entity }
    let name = await library.checkpoint.library?.name ?? "the library"
    await Terminal.tell(
      Terminal.plain("Watching “\(name)” at \(library.server)."), to: STDERR_FILENO)
  }

  private mutating func tell(_ change: LibraryChange) async -> Bool {
    let view = await library.view
    let keys = change.keys ?? view.entities.map(\.entity)
    for key in keys {
      guard let entity = view[key] else { continue }
      let differences = Difference.between(told[key], entity)
      told[key] = entity
      guard !differences.isEmpty else { continue }
      let report = ChangeReport(
        entity: entity, differences: differences,
        device: await name(of: entity.by), title: Self.title(of: entity, in: view))
      let line = isJSON ? report.json.canonicalText : report.line(now: SystemClock.now())
      guard await Terminal.tell(line) else { return false }
    }
    return true
  }

  private func name(of device: String) async -> String {
    await library.deviceName(device) ?? "Another device"
  }

  /// Its own title or name, or that of the book it belongs to: by `book`, or by the reading that a
  /// progress is named after.
  private static func title(of entity: EntityView, in view: LibraryView) -> String? {
    let own = entity.fields["title"] ?? entity.fields["name"]
    if let own = own?.string { return own }
    if let book = entity.fields["book"]?.string {
      return view[EntityKey(kind: "book", id: book)]?.fields["title"]?.string
    }
    guard let reading = entity.entity.pair?.first,
      let book = view[EntityKey(kind: "reading", id: reading)]?.fields["book"]?.string
    else { return nil }
    return view[EntityKey(kind: "book", id: book)]?.fields["title"]?.string
  }
}
