package import Library

/// Where libraries, their logs, accounts and devices are kept, durably.
///
/// Small enough that another engine can stand behind it. What Hub relies on, and what the contract
/// tests hold every engine to:
/// - `commit` is one transaction over one library. When it returns, its effects survive power loss;
///   when it throws, none of them happened.
/// - Commits to one library happen one after the other, whoever makes them, so a library's `seq` is
///   contiguous and assigned in commit order.
/// - A read sees one moment of the database, never half a commit.
package protocol LibraryStore: Sendable {
  // MARK: Libraries

  /// The library `id`, or nil where there is none.
  func library(_ id: String) throws(StoreError) -> LibraryRecord?

  /// The libraries of `account`, oldest first.
  func libraries(of account: String) throws(StoreError) -> [LibraryRecord]

  /// Runs `body` on `library` as it stands, and makes durable what `body` returns as its batch.
  ///
  /// No other commit to the library happens between the two. `body` is called once. Its result is
  /// returned with the rows of what was written: what `rows(since:)` tells of the commit to a reader who
  /// had seen all before it, in the order of the batch's states; without them where they are more than
  /// `Limits.toldByteCountMax`.
  /// - Throws: `StoreError`, `.recorded` where the log holds one of the batch's operations already; nothing
  ///   of the batch was written then. What `body` throws passes through.
  func commit<Result>(
    to library: String,
    _ body: (any LibrarySnapshot) throws(StoreError) -> (batch: CommitBatch, result: Result)
  ) throws(StoreError) -> (result: Result, page: RowPage)

  /// Runs `body` on one moment of `library`.
  /// - Throws: `StoreError.unknownLibrary`, or what `body` throws.
  func read<Result>(
    _ library: String, _ body: (any LibrarySnapshot) throws(StoreError) -> Result
  ) throws(StoreError) -> Result

  // MARK: Accounts and devices

  /// Every account, oldest first.
  func accounts() throws(StoreError) -> [AccountRecord]

  /// Adds `account` with its first `library`, both or neither.
  func add(_ account: AccountRecord, with library: LibraryRecord) throws(StoreError)

  /// Every device of `account` that was ever added, the revoked ones included, oldest first: their
  /// names stay beside what they wrote.
  func devices(of account: String) throws(StoreError) -> [DeviceRecord]

  /// The device `id`, revoked or not.
  func device(_ id: String) throws(StoreError) -> DeviceRecord?

  /// The device whose token has this hash; nil for a revoked one.
  func device(holding secret: SecretHash) throws(StoreError) -> DeviceRecord?

  /// Adds a device; without `secret` it is one that no token can be.
  func add(_ device: DeviceRecord, secret: SecretHash?) throws(StoreError)

  /// Names the device `id`. Returns false where there is none.
  func rename(device id: String, to name: String) throws(StoreError) -> Bool

  /// Takes from the device `id` its token for good, and forgets its windows and links, and every pairing
  /// code of its account, for it may have made one. Returns false where there is no such device, or it
  /// was revoked before.
  func revoke(device id: String, at time: Int) throws(StoreError) -> Bool

  /// Notes when devices were last connected. A later time noted before is a clock's that ran ahead, and goes.
  func note(seen: [String: Int]) throws(StoreError)

  // MARK: Pairing

  /// Keeps a pairing code, and forgets those that expired before `now`.
  func add(_ pairing: PairingRecord, now: Int) throws(StoreError)

  /// Uses up the pairing code with this hash and adds `device` with `secret` to the code's account,
  /// both or neither. Returns the device as added, or nil where there is no such code that expires in
  /// `alive`.
  func redeem(
    code: SecretHash, expiring alive: ClosedRange<Int>, for device: DeviceRecord, secret: SecretHash
  ) throws(StoreError) -> DeviceRecord?

  // MARK: Backups

  /// Notes up to which head a completed backup holds the libraries with these ids; a later head
  /// noted before stays.
  func note(watermarks: [String: Int]) throws(StoreError)

  /// Begins a new epoch, named by `make`, in every library: this database is a backup that was
  /// restored, and what devices know of its future is another one's. Its pairing codes are good for
  /// nothing any more: they may have been used since, or taken back.
  func beginEpochs(_ make: () -> String) throws(StoreError)

  // MARK: Time

  /// How much time had passed when it was noted last; nil where it never was.
  func credibleTime() throws(StoreError) -> CredibleTime?

  /// Notes how much time has passed.
  func note(_ time: CredibleTime) throws(StoreError)

  // MARK: Integrity

  /// Everything that is not as it must be, a sentence for each; empty when all is well. Reads the
  /// whole database. Beyond `Limits.findingsMax` it stops looking.
  func findings() throws(StoreError) -> [String]

  /// Whether what is stored is what was written: the part of `findings` that is quick enough for
  /// every start.
  func verify() throws(StoreError) -> [String]
}

/// One library at one moment.
package protocol LibrarySnapshot {
  /// The library itself.
  var library: LibraryRecord { get }

  /// What the states are stored in that were read since something was written last, in bytes.
  var readByteCount: Int { get }

  /// What is recorded of those of `ops` that the library has met before.
  func recorded(_ ops: [String]) throws(StoreError) -> [String: RecordedOperation]

  /// How far `device` has come in its `incarnation`; nil when nothing of it is recorded.
  func progress(of device: String, in incarnation: String) throws(StoreError) -> DeviceProgress?

  /// The stored states of those of `keys` that exist, deleted ones included.
  func states(of keys: some Collection<EntityKey>) throws(StoreError) -> [EntityKey: EntityState]

  /// The same of the first of `keys`, until what they are stored in comes to `byteCountMax`; and those that
  /// were not looked for then.
  func states(
    of keys: Set<EntityKey>, byteCountMax: Int
  ) throws(StoreError) -> (states: [EntityKey: EntityState], rest: [EntityKey])

  /// The server times at which those of `seqs` that exist were committed.
  func times(of seqs: Set<Int>) throws(StoreError) -> [Int: Int]

  /// The entities that changed after `cursor`, oldest change first: a page of at most `limit`
  /// entities and about `byteCountMax` bytes, but never less than one whole operation's.
  ///
  /// What makes the cursor exact: an entity is in the page when *any* value it still holds was
  /// written in `page.from < seq ≤ page.to`, not only its last one. So a reader who took all pages
  /// up to `to`, at whatever time, misses nothing that was written up to there, and the values that
  /// `EntityState.row(since:)` leaves out are always ones it has.
  func page(since cursor: Int, limit: Int, byteCountMax: Int) throws(StoreError) -> StatePage

  /// The same page as the rows that go over the wire (SYNC §3, *Row*): what a first sync of a large
  /// library costs hangs on this.
  func rows(since cursor: Int, limit: Int, byteCountMax: Int) throws(StoreError) -> RowPage

  // MARK: What merging asks

  /// The last change of `field` that `author` has seen, as far as it is found in about `stepsMax` steps.
  func change(
    of field: String, in entity: EntityKey, seenBy author: Author, stepsMax: Int
  ) throws(StoreError) -> HistorySearch

  /// The first time `entity` was made that `author` has seen, as far as it is found likewise.
  func making(
    of entity: EntityKey, seenBy author: Author, stepsMax: Int
  ) throws(StoreError) -> HistorySearch

  /// The first `limit` books that hold `identifier` (`isbn:9780…` or `koreader:59d4…`; of others none are
  /// known), in the order of their making, those in Trash included.
  func books(
    identifiedBy identifier: String, limit: Int
  ) throws(StoreError) -> [EntityKey]

  /// All that people did to an entity, oldest first.
  func authoredHistory(of entity: EntityKey) throws(StoreError) -> [HistoryEntry]

  /// Writes a first part of what the commit at hand writes, so that not all of it is held at once. From then on
  /// it is read like what was there before; where the commit fails, it never was.
  func write(_ part: CommitBatch) throws(StoreError)

  // MARK: What keeping house asks

  /// Who stands in a hand-made order and where, those in Trash included, in no order.
  func places(in order: Rebalance.Order) throws(StoreError) -> [Rebalance.Member]

  /// The entities that were deleted at `time` by the server's clock, or before, and that may be
  /// purged (`EntityState.isPurgeable`): at most `limit`, the first deleted first.
  func trash(before time: Int, limit: Int) throws(StoreError) -> [EntityKey]

  // MARK: Reading

  /// What happened to an entity before the sequence `before` (nil: up to now), newest first: at least
  /// `limit` changes where there are as many and they are stored in about `byteCountMax` bytes, and never
  /// a part of what an operation changed in it.
  func history(
    of entity: EntityKey, before: Int?, limit: Int, byteCountMax: Int
  ) throws(StoreError) -> HistoryPage

  /// The entities of `kind` in whose stored text `id` stands somewhere as a text of its own, deleted ones
  /// included: all that name the entity of that id, and maybe some that do not.
  func states(of kind: String, naming id: String) throws(StoreError) -> [EntityState]

  /// Hands every entity of `kind`, or of all kinds, to `body` in order of making, deleted ones included. It
  /// holds one at a time.
  func forEachState(
    of kind: String?, _ body: (EntityState) throws(StoreError) -> Void
  ) throws(StoreError)
}
