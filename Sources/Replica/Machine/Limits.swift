/// Every bound of the replica, with its reason; the same numbers as Web/replica/limits.js.
public enum Limits {
  /// The first wait before connecting again, halved to whole by chance.
  public static let backoffBaseMilliseconds = 500

  /// The longest wait: a minute after the network is back, a person has reloaded by hand.
  public static let backoffMilliseconds = 60_000

  /// A connection that lived this long was a good one: the next wait starts small again.
  public static let steadyMilliseconds = 10_000

  /// How often a refused device asks whether the server was updated, or lets it in again.
  public static let refusedRetryMilliseconds = 300_000

  /// The longest wait that a server may ask for: past 2^31 ms a browser's timer fires at once, and
  /// none of ours asks for an hour.
  public static let askedRetryMilliseconds = 3_600_000

  /// How often we try while the system says there is no network; it is wrong now and then.
  public static let offlineRetryMilliseconds = 30_000

  /// How long opening a socket and getting `welcome` may take.
  public static let welcomeTimeoutMilliseconds = 15_000

  /// How often we are heard; the server and most home routers forget the silent after 60 s.
  public static let heartbeatMilliseconds = 25_000

  /// How long an answer to a heartbeat may take before the connection counts as dead.
  public static let answerTimeoutMilliseconds = 10_000

  /// The same after waking, when a dead connection is likely and a person is looking.
  public static let wakeAnswerTimeoutMilliseconds = 4_000

  /// How often the rows of a page are halved that did not come in time: a sixteenth of 1,000 is some
  /// 60 KB, which the slowest line brings. A connection that has died looks the same, and many such pages
  /// would take long over a good one.
  public static let pageHalvingsMax = 4

  /// How long live changes may lag behind the head an ack told, before we pull.
  public static let gapTimeoutMilliseconds = 2_000

  /// Pushes in flight: enough to hide a 200 ms round trip, few enough to repeat after a break.
  public static let pushesInFlightMax = 4

  /// Bytes of a push around its ops, `{"t":"push","batch":…,"ops":[]}`, and what an op may grow by
  /// when a restored server makes it name its epoch.
  public static let pushEnvelopeByteCount = 256

  /// Acked ops kept for a server that is restored from a backup (SYNC §3).
  public static let keptOperationCountMax = 20_000

  /// How long they are kept at most: 30 days.
  public static let keptMilliseconds = 30 * 24 * 60 * 60 * 1_000

  /// Rows held back for a whole checkpoint; beyond it a returning device sees pages as they come.
  public static let stagedRowCountMax = 200_000

  /// How soon a write that the disk refused is tried again.
  public static let persistRetryMilliseconds = 3_000

  /// New incarnations in a row without one ack; then something is wrong that they do not mend.
  public static let forkCountMax = 3

  /// What a heartbeat tells of the server's clock is kept from this much on: less may be a slow answer.
  public static let clockDriftMilliseconds = 5_000

  /// A clock this wrong is told to the person: less is no one's business.
  public static let clockWrongMilliseconds = 5 * 60_000
}
