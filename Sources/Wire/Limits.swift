/// Every bound of the protocol, with its reason. What exceeds one is answered as its line says, with an
/// `error` where that names a close code; `welcome.limits` tells the client.
public enum Limits {
  /// A message from a client: four times the largest push, far above any other. Beyond it: 4413.
  public static let messageByteCountMax = 1 << 20

  /// A message from the server. A page ends at about 1 MiB, but never within an operation, which writes to
  /// what takes 48 MB at most then; 64 MiB have room for that, and for 64 books of one that have grown to a
  /// megabyte each since, and still fit a phone.
  public static let serverMessageByteCountMax = 64 << 20

  /// Marks that may follow one another in a text of a message from a client. No script needs more than thirty
  /// (UAX #15, *Stream-Safe Text Format*), and letters that are piled up for fun have fewer than this; a hundred
  /// thousand, put in order for each comparison, held everybody up for half a minute. Beyond it: 4400.
  public static let marksInRowMax = 256

  /// Ops in one push: one group commit takes 256 in a few milliseconds. Beyond it: 4413.
  public static let pushOperationCountMax = 256

  /// One whole `push` message: 256 KiB leave a slow uplink within seconds, so an ack is never far
  /// away. Beyond it: 4413.
  public static let pushByteCountMax = 256 << 10

  /// Rows in one page; a larger wish is served as this one. 1,000 rows are some 500 KiB, which
  /// paint progress and bound the memory of a slow reader.
  public static let pageRowCountMax = 1_000

  /// Texts that only name something (`client`, `token`, a device's name, `batch`, `epoch`): a
  /// token is 43 characters, a person's name for a device rarely 40. Beyond it: 4400.
  public static let nameByteCountMax = 256

  /// A person's name for a library or a device, up to 200 characters of any script.
  public static let libraryNameByteCountMax = 1_024

  /// One sentence for a person, which may quote what they wrote.
  public static let sentenceByteCountMax = 8_192

  /// A link from one device to another: 2,048 characters of any script, as NAVIGATION §3.1 bounds it.
  public static let linkByteCountMax = 8_192

  /// How long the server waits for `hello`: a slow phone needs 2 s for it. Beyond it: 4408.
  public static let helloTimeoutMilliseconds = 10_000

  /// A connection that has said nothing for this long is taken for dead; clients speak twice as
  /// often. Mobile networks forget silent connections after about two minutes.
  public static let idleTimeoutMilliseconds = 60_000
}
