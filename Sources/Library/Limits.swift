/// Every bound of the library model, with its reason. What exceeds one is refused with a
/// `Problem` that names the field, and disturbs nothing else.
public enum Limits {
  // MARK: JSON

  /// Deeper JSON is no book data; 64 levels of recursion fit the smallest thread stack.
  public static let jsonDepthMax = 64

  /// So many members are put into others one by one, which copies none of those; what changes of a book
  /// at once is seldom more. More are laid together in one pass.
  public static let membersPutInMax = 4

  /// Among so many entities one is looked for by its name, which beats hashing; most operations touch
  /// one or two. Among more it is hashed.
  static let entitiesSearchedMax = 16

  /// The same of the versions in one entity's stored form: most have a few, and one whose thousands of
  /// elements came one by one has thousands.
  static let versionsSearchedMax = 64

  // MARK: Names

  /// Identifiers match `[A-Za-z0-9_-]{1,64}` (SYNC §1).
  public static let identifierLengthMax = 64

  /// A conflict record's id is this much of the operation's, and a running number: within
  /// `identifierLengthMax` for any number there can be.
  public static let conflictIdPrefixLength = 48

  /// A field's name in scalars: the longest of ours is 13, `custom.` keys are a person's.
  public static let fieldNameLengthMax = 128

  // MARK: Values

  /// The years that a book or a goal may have: four digits, as in a date, and as many before our era.
  package static let years = -9_999...9_999

  // MARK: Operations

  /// Changes applied as one by an operation (SYNC §2).
  public static let changesPerOperationMax = 64

  /// Fields that one change may name: eight times what the largest kind has, and room for a wide
  /// import's `custom.` columns.
  public static let fieldsPerChangeMax = 256

  /// Elements that one change may add or remove, all sets together.
  public static let elementsPerChangeMax = 1024

  // MARK: Entities

  /// Fields of one entity: an entity is sent and stored whole.
  public static let fieldsPerEntityMax = 1024

  /// What all that one entity holds takes in a message, in bytes: a text has to fit one push, and the
  /// three longest of a book take 786,432 then. An entity is always sent whole.
  static let entityByteCountMax = 1_000_000

  /// What an entity has stored, and what was written to it since, before anybody adds up what it holds.
  static let uncountedByteCountMax = 256 << 10

  /// What all that one operation writes to takes in a message, in bytes, as it is applied. A page ends at
  /// about 1 MiB, but never within an operation, and a message from the server has 64 MiB at most: what no
  /// message holds no new device would ever see. What 64 entities come to hold later fits it as well.
  static let operationByteCountMax = 48_000_000

  /// So many entities stay below that, however much each of them holds.
  static let entitiesUncountedMax = 32

  /// Sets of so few elements stay in an entity's stored text until they are asked for: to read such a set
  /// once more, for one of its elements, is little work.
  static let elementsLeftStoredMax = 16

  /// Elements of one set, the removed ones included.
  public static let elementsPerSetMax = 4096

  /// Writes of one value, or adds of one element, that may stand side by side: one for each of as many
  /// devices that made it without seeing the others. Beyond, the weakest is let go.
  public static let concurrentWritesMax = 64

  /// ISBNs of a new book that are looked up: a book has a few, for its editions.
  public static let isbnsLookedUpMax = 16

  /// Books of its ISBNs, all together, that a new one is compared with: more copies than anyone keeps of one
  /// book. What happened to each is read, which takes up to 100 µs, and as many again for each of sixteen ISBNs
  /// held up everybody's pushes for half a minute.
  public static let twinsLookedAtMax = 64

  // MARK: Values

  /// Titles (BOOKS §5), subtitles and other lines of a title page, in scalars.
  public static let titleLengthMax = 1000

  /// A tag (BOOKS §5), a role, a group's name, in scalars.
  public static let tagLengthMax = 100

  /// A book's place in a series, either way: more than that is a number of something else, as an ISBN.
  public static let seriesNumberMax = 1e9

  /// A shelf's name (BOOKS §5), a publisher, a person, a place, in scalars.
  public static let nameLengthMax = 200

  /// A review, note or description in scalars: twice the longest review any service lets through,
  /// and within one message even where each scalar takes two bytes.
  public static let longTextLengthMax = 100_000

  /// Words or lines put in and taken out of one text, up to which its changes are told apart: whoever
  /// changed more has written another text.
  public static let textDifferenceEditsMax = 1500

  /// Steps of comparing two texts, whatever they hold: some 30 ms. Enough for `textDifferenceEditsMax`
  /// and once through the longest text.
  public static let textDifferenceStepsMax = 2_000_000

  /// Steps that a byte of a text counts for where texts are merged: cutting it into words takes as long.
  static let textByteSteps = 2

  /// Steps that one device may cause in one transaction, of comparing texts and of looking for what they
  /// were made from: some 120 ms, and enough for hundreds of reviews that two people worked on. What comes
  /// after is kept whole in conflict records, so that nobody holds up the others.
  public static let mergeStepsPerCommitMax = 8_000_000

  /// Rows of one entity's history that are looked through for what an author had seen: some 5 ms. Nobody
  /// writes a review that often while another device is away; a program wrote one a million times, and
  /// each late edit of it then held up everybody for more than a second. What lies beyond counts as no
  /// longer kept.
  public static let historyRowsPerQuestionMax = 4096

  /// Steps that a row of history counts for where it is looked through: to read who wrote it takes as long.
  public static let historyRowSteps = 80

  /// Bytes of what such a row holds that count for a step more: to look for a name in them takes as long.
  public static let historyBytesPerStep = 8

  /// Contributors, series, languages or subjects of a book: anthologies name some hundred authors.
  public static let listLengthMax = 500

  /// Files of one book in which a device remembers its place: an edition or two, in a few formats. Whoever
  /// writes one more lets the oldest go.
  public static let marksMax = 8

  /// Days on which one device noted its place in one read-through: ten years of days. Whoever writes leaves
  /// out those beyond, for no place is to be refused for the sake of its day; and it is less than
  /// `elementsPerSetMax`, which counts the days that were taken back, too.
  public static let daysMax = 4_000

  /// A value of a field that nobody here knows, of `custom.KEY` or of a saved filter, as canonical
  /// JSON in bytes: what one push may hold at all (SYNC §3).
  public static let valueByteCountMax = 262_144

  /// How deep such a value may nest: with the message or the stored entity around it, it stays well
  /// within `jsonDepthMax`.
  public static let valueDepthMax = 32

  /// An element of a set nobody here knows, or one of `identifiers`, in scalars.
  public static let elementLengthMax = 256

  /// A fractional key as it may come: room beyond `fractionalKeyBalancedMax` for some dozen moves that
  /// are made at one place before the server is heard of again.
  public static let fractionalKeyLengthMax = 64

  /// A fractional key as it stays; an order with a longer one is rebalanced by the server (SYNC §2).
  public static let fractionalKeyBalancedMax = 40

  /// A fractional key as the server gives it to crowded places: half of `fractionalKeyBalancedMax`, so
  /// that some dozen more go in at one place before it is crowded again.
  static let fractionalKeyShortMax = 20

  /// A language tag: RFC 5646 §4.4.1 shows 35 to be enough for any without private use.
  public static let languageTagLengthMax = 64
}
