/// Every bound of the store, with its reason.
package enum Limits {
  /// Entities are read and formatted by several processors in parts of so many: less work than that, some
  /// 0.06 ms, is done sooner than shared.
  static let pipelinePartCount = 20

  /// Stored entities longer than so many bytes are formatted by whoever writes them, one after the other: ten
  /// times what the longest review makes of a book. A push may touch hundreds, and the texts of all would be
  /// held at once.
  static let pipelinedByteCountMax = 1 << 20

  /// The same of shorter ones that are formatted beside each other, all together.
  static let formattedByteCountMax = 16 << 20

  /// Pieces of a row of at most so many bytes are put together before they are added to its checksum:
  /// copying that many costs less than a call.
  static let checksumPieceByteCountMax = 64

  /// Bytes of the write-ahead log that are written at a time: as many as SQLite's own file system takes
  /// (of a longer piece it looks at 17 bits of the length), which is 31 frames. Thirty times as many are
  /// hardly faster.
  static let gatheredByteCountMax = 1 << 17 - 1

  /// A page of the database, in bytes: SQLite's own choice, in every library.
  static let pageByteCount = 4_096

  /// A SHA-256, in bytes (FIPS 180-4).
  package static let secretHashByteCount = 32

  /// How long to wait for another process that writes, in milliseconds. Only `dogear` itself opens
  /// the file and never as a second writer, so whoever holds it is a backup or a curious person.
  /// Beyond it: `StoreError.busy`.
  package static let busyTimeoutMilliseconds = 5_000

  /// Pages (of 4 KiB) that the write-ahead log grows to before it is folded into the database. At
  /// SQLite's 1,000 the same hot pages are copied over and over: 30,000 rows a second where 16,384
  /// pages (64 MiB) give 49,000. The price is 80 MiB of disk, and a tenth of a second to read them
  /// after a crash. Folding begins there and goes on beside commits; where it does not keep up with them,
  /// or somebody reads for long, twice as many may come together before commits wait for it.
  package static let walPageCountMax = 16_384

  /// Pages that came into the log while it was folded, and that a commit may wait for: 1 MiB, a few
  /// milliseconds. More are folded beside commits, too.
  static let walRestPageCountMax = 256

  /// The same where one commit adds as many: to fold them takes no longer than it did, and while they are
  /// folded beside, the next adds as many. 8 MiB, which the largest commits write.
  static let walCommitRestPageCountMax = 2_048

  /// Pages that are folded beside commits without a rest: 8 MiB, which hold two or three of these up a
  /// little. At a pace they took so long that as many came in again, and the log would never begin anew.
  static let walHurriedPageCountMax = 2_048

  /// Bytes that are folded before they are synced, where much is: what a commit may have to wait behind, 1
  /// ms on a fast disk. Of 64 MiB synced at once it waited for 10.
  static let foldedPieceByteCount = 1 << 20

  /// How long folding rests at most after a piece: as long as somebody who comes to wait for its end may
  /// have to wait for nothing.
  static let foldingRestMax = Duration.milliseconds(100)

  /// How long a commit may be in the log alone, in seconds: a bit that rots there takes all that follows along.
  /// Pages that are written all the time are folded six times an hour by that, which costs nothing.
  static let foldingDelaySeconds = 600

  /// Bytes of a log that is as long as it may become (SQLite's file format, §4.1). It is cut to that after
  /// a long read made more of it; to cut it each time it begins anew held a commit up for 15 ms.
  static let walByteCountMax = 32 + 2 * walPageCountMax * (24 + pageByteCount)

  /// What SQLite may keep of the database in memory for each connection, in KiB: the inner pages
  /// of every index of a library of 100,000 books.
  package static let cacheKibibytes = 16_384

  /// Bytes of the entities that were written last which are kept in memory for those who catch up: a
  /// week's changes of many readers, or some thousand at once.
  package static let recentStatesByteCountMax = 8 << 20

  /// Bytes of rows that are told of one commit. It may write a thousand times what was pushed: each edit that
  /// loses against a long text leaves a record with that text in it. Beyond: none are told, and whoever listens
  /// reads pages.
  package static let toldByteCountMax = 8 << 20

  /// Connections that read while one writes: exports and checks beside the pages of the Hub, which
  /// asks for one at a time.
  package static let readersMax = 4

  /// Findings that a check lists before it stops: nobody reads more, and the first ones tell what
  /// broke.
  package static let findingsMax = 100

  /// The greatest sequence and entity key, so that two of them fit one key of SQLite's: at a
  /// thousand operations a second it takes fifty days, at a reader's pace for ever.
  package static let sequenceMax = 1 << 32 - 1

  /// Rows of history that are looked at for what a passive change makes superfluous: of a day there
  /// is normally one.
  package static let thinnedRowsMax = 16

  /// Pages (of 4 KiB) that a backup copies at a time.
  package static let backupPagesPerStep: Int32 = 1_024
}
