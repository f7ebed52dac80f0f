/// Everything that people do and that fails in one world, by virtual time.
///
/// A world is made from its script alone. What an item decides by chance it decides from its own seed,
/// so that a failing world can be made smaller by leaving items out: the others stay what they were.
package struct Script: Sendable {
  /// One thing that happens.
  package struct Item: Hashable, Sendable {
    /// When, in milliseconds after the world's beginning.
    var time: Int
    /// Where its own chance comes from.
    var seed: UInt64
    /// What.
    var deed: Deed
  }

  /// The seed that it was made from.
  package let seed: UInt64
  /// Devices that live in it, clones not counted.
  var deviceCount: Int
  /// Which of them is an older client, if any.
  var olderClient: Int?
  /// What goes wrong with messages and commits.
  var weather: Weather
  /// How many ids of each kind people begin with: few, so that edits meet.
  var idCount: Int
  /// When people stop, in milliseconds after the world's beginning.
  var duration: Int
  /// Whether people are adversaries, who make the same few things at once.
  var isWild = false
  /// In order of time.
  package var items: [Item] = []

  /// Adds something at `time`; what lies beyond the end does not happen.
  mutating func add(_ deed: Deed, at time: Int, _ random: inout SeededRandom) {
    guard (0..<duration).contains(time) else { return }
    items.append(Item(time: time, seed: random.next(), deed: deed))
  }
}

/// Something that a person does, or that fails.
enum Deed: Hashable, Sendable {
  /// A person takes the device up.
  case opens(Int)
  /// A person puts it away.
  case leaves(Int)
  /// A person edits.
  case edits(Int, Act)
  /// The device dies, perhaps in the middle of a write, and starts again from its disk.
  case dies(Int)
  /// The device's clock jumps, up to a year.
  case clockJumps(Int)
  /// The device has no network for so many milliseconds.
  case networkFails(Int, milliseconds: Int)
  /// The device's disk takes nothing for so many milliseconds.
  case diskFills(Int, milliseconds: Int)
  /// Somebody copies the device's disk.
  case isCopied(Int)
  /// The device goes back to its last copy.
  case isRestored(Int)
  /// The last copy comes alive beside the device, with the same token.
  case isCloned(Int)
  /// The browser drops all that the device stored, but not its token.
  case isEvicted(Int)
  /// The device stops to read for so many milliseconds; its connection stays.
  case stalls(Int, milliseconds: Int)
  /// The server dies.
  case serverDies
  /// The server's disk is full for so many milliseconds.
  case serverDiskFills(milliseconds: Int)
  /// The server's library is backed up.
  case serverIsBackedUp
  /// The server goes back to a backup, usually the last.
  case serverIsRestored

  /// The device it happens to.
  var device: Int? {
    switch self {
    case .opens(let device), .leaves(let device), .edits(let device, _), .dies(let device),
      .clockJumps(let device), .networkFails(let device, _), .diskFills(let device, _),
      .isCopied(let device), .isRestored(let device), .isCloned(let device),
      .isEvicted(let device), .stalls(let device, _):
      device
    case .serverDies, .serverDiskFills, .serverIsBackedUp, .serverIsRestored: nil
    }
  }
}

/// What a person does to the library in one edit.
enum Act: String, Hashable, Sendable, CaseIterable {
  case title, rating, custom, publisher, status
  case review, note, quote, describe
  case tag, untag
  case shelve, unshelve, reorder, squeeze
  case createBook, createSameBook, createShelf, createReading, createUnknown
  case renameShelf, deleteShelf
  case progress, span
  case delete, restore
  case settle, keepBoth, clearNotice
  case undo
}

/// What goes wrong by itself: each number is how often, one in so many; nil is never.
struct Weather: Hashable, Sendable {
  /// A message finds its link dead, and neither end knows.
  var deadLinks: Int?
  /// A message to a device fills the connection's buffer.
  var congestion: Int?
  /// A commit kills the server, before or after it is durable.
  var commitDeaths: Int?
  /// A connection is so slow that a later one overtakes it.
  var slowLinks: Int?
  /// The opening of a connection opens a second one that says the same.
  var doubledLinks: Int?
  /// A device's clock is off by more than seconds.
  var wrongClocks: Int?

  static let calm = Weather()
  static let rough = Weather(
    deadLinks: 80, congestion: 60, commitDeaths: 25, slowLinks: 4, doubledLinks: 12, wrongClocks: 2)
}
