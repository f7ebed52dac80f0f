import Hub
import Interchange
import Library
import Store
import Wire

/// Which books of a library are by whom, kept in step with it: reading all of a large one takes most of a second,
/// and an e-reader may ask for two hundred titles.
struct AuthorIndex {
  private var library: String?
  /// Up to where it has read.
  private var head = 0
  /// A hash of the first author of each living book, by the book's id: less than names, and looked through in
  /// no time.
  private var hashes: [String: Int] = [:]

  /// The books of this title and first author, however they are spelled, those in Trash left out.
  mutating func books(
    _ title: TitleMatch, in snapshot: any Store.LibrarySnapshot
  ) throws(StoreError) -> [LibraryEntity] {
    try update(in: snapshot)
    let hash = title.author.hashValue
    let keys = hashes.filter { $0.value == hash }.map { EntityKey(kind: "book", id: $0.key) }
    return try snapshot.states(of: keys).values.map(LibraryEntity.init).filter {
      TitleMatch(of: $0.fields) == title
    }
  }

  /// Reads what changed since it read last.
  private mutating func update(in snapshot: any Store.LibrarySnapshot) throws(StoreError) {
    if library != snapshot.library.id {
      self = AuthorIndex()
      try snapshot.forEachState(of: "book") { state in note(state) }
      head = snapshot.library.head
      library = snapshot.library.id
    }
    while head < snapshot.library.head {
      let page = try snapshot.page(
        since: head, limit: Wire.Limits.pageRowCountMax, byteCountMax: Hub.Limits.pageByteCountMax)
      for state in page.states where state.entity.kind == "book" { note(state) }
      head = page.to
    }
  }

  /// One that stands for another has given it what it had.
  private mutating func note(_ state: EntityState) {
    let isThere = !state.isDeleted && state.alias?.root == nil
    let author = isThere ? TitleMatch.author(of: LibraryEntity(state).fields) : nil
    hashes[state.entity.id] = author?.hashValue
  }
}
