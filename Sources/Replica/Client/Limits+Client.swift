/// The bounds of what stands around the machine: storage, socket and observers.
extension Limits {
  /// How long to wait for another process that has the storage open: one that is being ended lets go
  /// within this. Beyond it: `StorageError.inUse`.
  public static let storageBusyMilliseconds = 1_000

  /// Pages (of 4 KiB) that the storage's log grows to before it is folded into the file: 16 MiB, so
  /// that a first sync does not write everything twice and a phone's disk does not notice.
  public static let storageLogPageCountMax = 4_096

  /// Entities written by one statement.
  public static let storageRowsPerStatement = 64

  /// Rows of entities that were written again since, which a storage keeps beside as many as count:
  /// 10 MB or so. Taking them away means to look through all of it.
  public static let storageStaleRowCountMax = 10_000
}

extension Limits {
  /// How long one address of a host may take to accept a connection: a packet is repeated after 1 s
  /// and after 3, so a live one answers within this. All together are bounded by
  /// `welcomeTimeoutMilliseconds`.
  public static let connectMilliseconds = 5_000

  /// How long the server may be silent in the middle of one HTTP answer.
  public static let answerMilliseconds = 15_000

  /// What is decrypted at once: a record of TLS (RFC 8446 §5.1), which is never longer.
  static let recordByteCount = 16 << 10

  /// Names of a certificate that a person is told when it is for others: who sees more learns nothing.
  static let certificateNameCountMax = 8

  /// The longest HTTP answer that is taken: one of a history ends after half a megabyte, but never within an
  /// operation, and what that took the place of may be all that an entity can hold (1 MB), escaped.
  public static let answerByteCountMax = 16 << 20

  /// The longest picture that is put up, in bytes: what the server takes. Beyond it: `ServerError.tooLong`.
  public static let pictureByteCountMax = 256 << 10

  /// How long a closing handshake may take before the connection is cut.
  public static let closingMilliseconds = 2_000

  /// What is read from the socket at once: half a page, so that a first sync takes few calls.
  public static let readByteCount = 256 << 10

  /// Bytes of messages that are read but not yet on the disk; beyond it nothing more is read, and
  /// the server feels it: some ten pages.
  public static let undigestedByteCountMax = 8 << 20

  /// How soon a server that has shut this device out is asked again: a minute, each time twice that. It may
  /// have run on other data for a moment; one that has forgotten the device is not worn out.
  public static let shutOutRetryMilliseconds = 60_000

  /// Never later than this: what is left alone for a day is let in when somebody comes back to it.
  public static let shutOutRetryMillisecondsMax = 30 * 60_000

  /// Keys in a change that waits for a slow observer; with more it says that everything may have
  /// changed.
  public static let coalescedKeyCountMax = 10_000
}
