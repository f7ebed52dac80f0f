import Library
import Wire

/// How the replica comes to the library's head (SYNC §3): pages while it is behind, live changes
/// when it is not. During the first sync every page shows as it comes; later, and after a reset,
/// nothing shows until the whole way is there, so that no half op is ever visible.
///
/// It holds no entities. Each method returns what moves the replica on, or nil.
struct CatchUp: Sendable {
  /// Rows held back until they are complete.
  private struct Staged: Sendable {
    let epoch: String
    let isReset: Bool
    var to = 0
    var rows: [Row] = []
  }

  /// The epoch of the connection.
  private(set) var epoch = ""
  /// The last sequence that the server is known to have.
  private(set) var head = 0
  /// Where the pull on its way starts.
  private var pulling: Int?
  private var halvings = 0
  private var staged: Staged?
  /// The head when the first sync began, if that was in this life of ours.
  private var firstHead: Int?

  /// Whether the library is being pulled anew, because the server was restored.
  var isResetting: Bool { staged?.isReset ?? false }

  /// Whether the server is known to be further than this replica.
  func isBehind(_ checkpoint: Checkpoint) -> Bool {
    isResetting || checkpoint.cursor < head || !checkpoint.isComplete
  }

  /// A connection begins.
  mutating func begin(_ library: Welcome.LibraryState, isReset: Bool) {
    epoch = library.epoch
    head = library.head
    pulling = nil
    if isReset { firstHead = nil }
    if staged?.epoch != epoch || staged?.isReset != isReset { staged = nil }
    if isReset, staged == nil { staged = Staged(epoch: epoch, isReset: true) }
  }

  /// The connection has ended; what was staged goes on with the next.
  mutating func end() { pulling = nil }

  /// The server has come as far as `head`.
  mutating func learn(head: Int) { self.head = max(self.head, head) }

  /// Where to pull from now, or nil when nothing is missing or a pull is on its way.
  mutating func nextPull(_ checkpoint: Checkpoint) -> Int? {
    guard pulling == nil, isBehind(checkpoint) else { return nil }
    pulling = staged?.to ?? checkpoint.cursor
    return pulling
  }

  /// No answer came in time. If it was a page, a slow line may bring half of it.
  mutating func late() {
    if pulling != nil { halvings = min(halvings + 1, Limits.pageHalvingsMax) }
  }

  /// How many rows to ask for, of those that the server would give.
  func rowCount(of pageRowCount: Int) -> Int { max(1, pageRowCount >> halvings) }

  /// Whether nobody has asked for this page.
  func isStray(_ page: Page) -> Bool { page.from != pulling }

  /// A page has come.
  mutating func page(_ page: Page, _ ledger: Ledger) -> Advance? {
    pulling = nil
    learn(head: page.head)
    let isLast = page.to >= page.head
    if isLast { halvings = 0 }
    guard isResetting || ledger.checkpoint.isComplete else {
      if page.from == 0 { firstHead = page.head }
      return advance(page.rows, to: page.to, isComplete: isLast, from: ledger)
    }
    var next = staged ?? Staged(epoch: epoch, isReset: false)
    staged = nil
    next.to = page.to
    next.rows += page.rows
    #if MUTANTS
      if Mutant.isOn(.pagesShowEarly) {
        return advance(next.rows, to: page.to, isComplete: true, from: ledger)
      }
    #endif
    let isFull = next.rows.count > Limits.stagedRowCountMax && !next.isReset
    guard isLast || isFull else {
      staged = next
      return nil
    }
    return advance(
      next.rows, to: page.to, isComplete: true, from: ledger, replacesAll: next.isReset)
  }

  /// What the author of an edit made now has seen.
  ///
  /// That is the cursor, save during the first sync: a page tells entities as they are, and so some
  /// that are newer than where it ends. Everything that shows is at least as new as `firstHead`.
  /// Whoever creates a book may have missed its twin on a page to come.
  func base(of changes: [Change], _ ledger: Ledger) -> Int {
    let cursor = ledger.checkpoint.cursor
    guard let firstHead, !ledger.checkpoint.isComplete,
      !changes.contains(where: { $0.life == .create && $0.entity.kind == "book" })
    else { return cursor }
    let seen = changes.compactMap { ledger.view.confirmed($0.entity)?.seq }.max() ?? 0
    return max(cursor, min(seen, firstHead))
  }

  /// Live changes have come. Those that leave a gap, or come while pages do, only tell the head.
  mutating func changes(_ changes: Changes, _ ledger: Ledger) -> Advance? {
    learn(head: changes.to)
    let checkpoint = ledger.checkpoint
    #if MUTANTS
      if Mutant.isOn(.gapsIgnored), checkpoint.isComplete, changes.to > checkpoint.cursor {
        return advance(changes.rows, to: changes.to, isComplete: true, from: ledger)
      }
    #endif
    guard pulling == nil, staged == nil, checkpoint.isComplete,
      changes.from <= checkpoint.cursor, changes.to > checkpoint.cursor
    else { return nil }
    return advance(changes.rows, to: changes.to, isComplete: true, from: ledger)
  }

  private func advance(
    _ rows: [Row], to cursor: Int, isComplete: Bool, from ledger: Ledger,
    replacesAll: Bool = false
  ) -> Advance {
    var checkpoint = ledger.checkpoint
    checkpoint.epoch = epoch
    checkpoint.cursor = cursor
    checkpoint.isComplete = isComplete
    return Advance(checkpoint: checkpoint, rows: rows, replacesAll: replacesAll)
  }
}

/// What the server has told, all of it up to the cursor of `checkpoint`.
struct Advance: Sendable {
  let checkpoint: Checkpoint
  let rows: [Row]
  /// Whether `rows` tell of everything there is: every other entity is to go.
  let replacesAll: Bool
}
