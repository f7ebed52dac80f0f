import Wire

/// Every bound of the hub, with its reason and with what happens beyond it.
package enum Limits {
  // MARK: Commits

  /// Operations in one transaction. At 512 the price of an fsync is under 1 µs for each, and the
  /// first to wait still has its ack within some 30 ms. What is beyond waits for the next commit.
  package static let commitOperationCountMax = 512

  /// Bytes of pushes in one transaction, so that the `changes` message it makes stays small enough
  /// for a phone. A single larger push is its own commit.
  package static let commitByteCountMax = 1 << 20

  /// Bytes of stored entities that a commit holds before it writes what came of them and goes on. A push of a few
  /// kilobytes may touch hundreds of 1 MB each. One operation, which is applied as one, may hold more: it has 64
  /// changes at most.
  static let heldByteCountMax = 32 << 20

  // MARK: Waiting pushes

  /// Bytes of one connection's waiting pushes from which on it is not read from: four full pushes
  /// in flight keep the writer busy over any network.
  package static let sessionWaitingByteCountMax = 4 * Wire.Limits.pushByteCountMax

  /// Waiting pushes of one connection from which on it is not read from: tiny ones cost more memory
  /// than their bytes say.
  package static let sessionWaitingPushCountMax = 64

  /// Bytes of all waiting pushes together. Beyond it: 4429, with a second to wait. A writer at
  /// 10 MiB/s has seconds of work then.
  package static let waitingByteCountMax = 64 << 20

  // MARK: Sessions

  /// Connections that one device may have at once: a browser needs one, a program perhaps one per
  /// process. Beyond it the newest is refused: 4429.
  package static let sessionsPerDeviceMax = 32

  /// Pulls of one connection that wait for their answer, while its out-buffer is full or because they
  /// came at once: a client pulls one page at a time, and a question of fifty bytes may be answered by a
  /// megabyte. Beyond it: 4429.
  package static let waitingPullsMax = 4

  /// Bytes of rows in one page, whatever their count: a thousand long reviews would be 100 MB.
  /// Beyond it the page ends early. A row that is not made yet counts as its stored entity, which weighs
  /// about as much as all of it.
  package static let pageByteCountMax = 1 << 20

  // MARK: Keeping house

  /// How long what was deleted can be restored (SYNC §2, *Trash*), in milliseconds: 90 days.
  package static let trashMilliseconds = 90 * 86_400_000

  /// How much time is believed to have passed since the last look at the clock, in milliseconds: a week,
  /// for which a machine may be off. A clock that shows more is as likely to be wrong; what waits for its
  /// time, as Trash does, then waits longer.
  package static let credibleStepMilliseconds = 7 * 86_400_000

  /// How often Trash is looked through for what has been there that long, in milliseconds.
  package static let purgeIntervalMilliseconds = 3_600_000

  /// Entities purged by one commit: reading and writing them takes some 30 ms, for which pushes wait.
  /// Beyond it: the next tick goes on.
  package static let purgedPerCommitMax = 512

  /// Bytes of all pictures of a library together: ten thousand covers of a hundred kilobytes, more than
  /// anybody gives by hand. Each backup has them, too. Beyond it: 507.
  package static let blobsByteCountMax = 1 << 30

  /// Pictures of a library, however small: five times as many as have a hundred kilobytes. Each that is added
  /// has them counted, which takes 25 ms then, for which pushes wait. Beyond it: 507.
  package static let blobsMax = 50_000

  /// Pictures that one tick marks as named or not, and that it lets go of: to free their pages takes some
  /// 10 ms, for which pushes wait. Beyond it: the next tick goes on.
  package static let blobsLetGoPerTickMax = 64

  /// New keys that one commit gives to crowded places of hand-made orders (SYNC §2, *reorder*): they take
  /// some 100 ms, for which pushes wait, and 100 KB of every live device's line. People's orders need a
  /// few dozen. Beyond it: the next tick goes on.
  package static let rebalancedPerCommitMax = 1024

  /// Members of hand-made orders that one commit reads for that, and the rest of the order that they are the
  /// last of: to read so many takes some 100 ms, too. A shelf has a few hundred. Beyond it: the next tick
  /// goes on.
  package static let rebalanceReadsPerCommitMax = 10_000

  // MARK: Scenes and links

  /// Windows that are kept of one device (NAVIGATION §3.1): more than anyone keeps open to come back
  /// to. One more and the one that was left longest ago goes; while all are held, the new one is
  /// refused (`tooMany`) and stays its browser's own.
  package static let scenesPerDeviceMax = 8

  /// States that one window may publish in a second (NAVIGATION §3.6): clients send four at most.
  /// Beyond it they are dropped (`tooFast`).
  package static let publishesPerSecondMax = 10

  /// States that may come at once after a pause: those that a slow network held up.
  package static let publishBurstMax = 10

  /// Times between two ticks that one connection is shown all windows because it asks: whoever opens and
  /// closes a list of them asks a few times, and a question of thirty bytes is answered by a hundred
  /// kilobytes. Beyond it the answer waits for the tick.
  package static let watchesPerTickMax = 4

  /// How often it is noted that a held window lives, in milliseconds.
  package static let sceneSeenMilliseconds = 20_000

  /// How often those who watch are told of a window that does not move, in milliseconds: so that a
  /// minute's silence means something.
  package static let sceneToldMilliseconds = 30_000

  /// How long a window that was closed may come back (NAVIGATION §3.8), in milliseconds: a day.
  package static let closedSceneMilliseconds = 86_400_000

  /// How long a window may be silent before it is forgotten, in milliseconds: 90 days.
  package static let silentSceneMilliseconds = 90 * 86_400_000

  /// How often what has changed of windows and links is written, in milliseconds: one transaction for
  /// all. A crash loses as much of where a window was, which the window itself still knows.
  package static let sceneSaveMilliseconds = 3_000

  /// How long a link waits for its device (NAVIGATION §3.7), in milliseconds: ten days.
  package static let linkMilliseconds = 10 * 86_400_000

  /// Links that wait for one device; one more expires the oldest.
  package static let linksPerDeviceMax = 10

  /// Ids that a sender may give one link by sending it again within seconds; further ones are told its
  /// state at once, and no more.
  package static let linkRepeatsMax = 8

  /// How long a link is remembered whose sender knows what became of it, in milliseconds: as long as
  /// the same might come again.
  package static let settledLinkMilliseconds = 60_000

  // MARK: Times

  /// By how much a clock is set back now and then, in milliseconds: a pairing code that was made just before
  /// it was is good still. One that expires later than that was made while the clock was far ahead, and
  /// would live until then.
  static let clockStepMilliseconds = 60_000

  /// How long a client is asked to stay away when its pushes could not be saved, in milliseconds:
  /// a full disk is not emptied sooner.
  package static let storageRetryMilliseconds = 5_000

  /// How long a client is asked to stay away that was too much for the server, in milliseconds.
  package static let rateRetryMilliseconds = 1_000

  /// How often it is noted when devices were last connected, in milliseconds: nobody reads it to
  /// the second, and ten thousand devices that come back at once must not be ten thousand commits.
  package static let seenIntervalMilliseconds = 30_000
}
