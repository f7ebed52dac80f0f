import Glibc
import Synchronization
package import Transport

/// What a running server counts of itself, for who watches over it: `GET /metrics`.
///
/// Numbers only, and none that tells one device or book from another. A registry of our own: a facade
/// over somebody else's would still need all that is here behind it.
package final class Metrics: Sendable {
  // MARK: Connections

  /// Connections that are open, of whatever kind.
  package let connections = Gauge()
  /// Connections that were ever accepted.
  package let connectionsAccepted = Counter()
  /// Connections that were not, by the reason.
  private let connectionsRefused = AdmissionRefusal.allCases.map { _ in Counter() }
  /// WebSocket sessions that are open.
  package let sockets = Gauge()
  /// Times that a client read too slowly to be told everything at once.
  package let fellBehind = Counter()
  /// WebSocket messages that came.
  package let messagesReceived = Counter()
  /// WebSocket messages that were sent, one for each who got it.
  package let messagesSent = Counter()

  // MARK: Requests

  /// Answers by the first digit of their status, from 1 to 5.
  package let answers = (0..<5).map { _ in Counter() }
  /// From a whole request to its answer, in seconds.
  package let requestSeconds = Histogram(Histogram.seconds)

  // MARK: Edits

  /// Pushes that came.
  package let pushes = Counter()
  /// Operations in them.
  package let operations = Counter()
  /// Pushes that were acknowledged.
  package let acks = Counter()
  /// From a push's arrival to its ack, in seconds.
  package let pushSeconds = Histogram(Histogram.seconds)
  /// Commits of pushes.
  package let commitSeconds = Histogram(Histogram.seconds)
  /// Pushes that shared a commit.
  package let commitPushes = Histogram(Histogram.counts)

  // MARK: Queues

  /// Letters that had waited for the hub when it looked.
  package let hubLetters = Histogram(Histogram.counts)
  /// Letters that had waited for a loop when it looked.
  package let loopLetters = Histogram(Histogram.counts)

  // MARK: Pairing

  /// Devices that were paired.
  package let paired = Counter()
  /// Codes that were wrong, used up or too old.
  package let wrongCodes = Counter()
  /// Attempts that were not even looked at: too many in a row.
  package let throttledCodes = Counter()

  // MARK: Other catalogues

  /// Calls that were answered.
  package let catalogueAnswers = Counter()
  /// Calls that came to nothing.
  package let catalogueFaults = Counter()
  /// Calls that were answered by asking to wait.
  package let catalogueRests = Counter()
  /// How long a call took, in seconds.
  package let catalogueSeconds = Histogram(Histogram.seconds)

  // MARK: Backups

  /// Backups that the server was to make by itself and did not.
  package let backupsFailed = Counter()
  /// The last one that it made.
  private let lastBackup = Mutex<(at: Int, byteCount: Int)?>(nil)

  private let startSeconds: Int
  private let fsyncCount: @Sendable () -> Int
  private let inboxByteCount: @Sendable () -> Int

  /// Numbers at zero, of a server that started at `start` (milliseconds since 1970 UTC) and tells by
  /// `fsyncCount` what its store has made durable, and by `inboxByteCount` what waits for its hub.
  package init(
    start: Int, fsyncCount: @escaping @Sendable () -> Int = { 0 },
    inboxByteCount: @escaping @Sendable () -> Int = { 0 }
  ) {
    startSeconds = start / 1_000
    self.fsyncCount = fsyncCount
    self.inboxByteCount = inboxByteCount
  }

  /// Notes an answer with this status that took `duration`; nil where it was no answer to a whole request.
  package func answered(_ status: Int, in duration: Duration?) {
    answers[min(max(status / 100, 1), 5) - 1].add()
    if let duration { requestSeconds.observe(duration) }
  }

  /// Notes a backup that the server made by itself, complete at `at` (milliseconds since 1970 UTC).
  package func backedUp(at: Int, byteCount: Int) {
    lastBackup.withLock { $0 = (at, byteCount) }
  }

  /// Notes a connection that was not taken.
  package func refused(_ refusal: AdmissionRefusal) {
    guard let place = AdmissionRefusal.allCases.firstIndex(of: refusal) else { return }
    connectionsRefused[place].add()
  }
}

// MARK: As text

extension Metrics {
  /// All numbers in the text format that Prometheus reads, version 0.0.4.
  package var text: String {
    var page = MetricsText()
    writeConnections(to: &page)
    page.family("dogear_http_answers_total", "HTTP answers by class of status.", .counter)
    for (index, counter) in answers.enumerated() {
      page.sample("dogear_http_answers_total{class=\"\(index + 1)xx\"}", counter.count)
    }
    page.histogram("dogear_http_request_seconds", "From request to answer.", requestSeconds)
    writeEdits(to: &page)
    page.family("dogear_pairings_total", "Pairing attempts by outcome.", .counter)
    page.sample("dogear_pairings_total{outcome=\"paired\"}", paired.count)
    page.sample("dogear_pairings_total{outcome=\"refused\"}", wrongCodes.count)
    page.sample("dogear_pairings_total{outcome=\"throttled\"}", throttledCodes.count)
    writeCatalogues(to: &page)
    writeBackups(to: &page)
    page.family("dogear_build_info", "The version that runs.", .gauge)
    page.sample("dogear_build_info{version=\"\(ServerVersion.text)\"}", 1)
    page.gauge(
      "process_start_time_seconds", "When the server started, since 1970 UTC.", startSeconds)
    if let bytes = Self.residentByteCount {
      page.gauge("process_resident_memory_bytes", "Memory that is in use.", bytes)
    }
    return page.text
  }

  private func writeConnections(to page: inout MetricsText) {
    page.gauge("dogear_connections", "Connections that are open.", connections.value)
    page.counter(
      "dogear_connections_accepted_total", "Connections ever accepted.", connectionsAccepted.count)
    page.family(
      "dogear_connections_refused_total", "Connections not taken, by the reason.", .counter)
    for (refusal, counter) in zip(AdmissionRefusal.allCases, connectionsRefused) {
      page.sample(
        "dogear_connections_refused_total{reason=\"\(refusal.rawValue)\"}", counter.count)
    }
    page.gauge("dogear_sockets", "WebSocket sessions that are open.", sockets.value)
    page.counter("dogear_fell_behind_total", "Readers that were too slow.", fellBehind.count)
    page.counter(
      "dogear_messages_received_total", "WebSocket messages that came.", messagesReceived.count)
    page.counter("dogear_messages_sent_total", "WebSocket messages sent.", messagesSent.count)
    page.histogram("dogear_loop_letters", "Letters that waited for a loop.", loopLetters)
  }

  private func writeEdits(to page: inout MetricsText) {
    page.counter("dogear_pushes_total", "Pushes that came.", pushes.count)
    page.counter("dogear_operations_total", "Operations in pushes.", operations.count)
    page.counter("dogear_acks_total", "Pushes that were acknowledged.", acks.count)
    page.histogram("dogear_push_seconds", "From a push's arrival to its ack.", pushSeconds)
    page.counter(
      "dogear_fsyncs_total", "Transactions made durable, of whatever kind.", fsyncCount())
    page.histogram("dogear_commit_seconds", "Commits of pushes.", commitSeconds)
    page.histogram("dogear_commit_pushes", "Pushes that shared a commit.", commitPushes)
    page.histogram("dogear_hub_letters", "Letters that waited for the hub.", hubLetters)
    page.gauge(
      "dogear_hub_inbox_bytes", "What waits for the hub, with 8 KiB for each message.",
      inboxByteCount())
  }

  private func writeCatalogues(to page: inout MetricsText) {
    page.family(
      "dogear_catalogue_calls_total", "Calls to other catalogues by outcome.", .counter)
    page.sample("dogear_catalogue_calls_total{outcome=\"answered\"}", catalogueAnswers.count)
    page.sample("dogear_catalogue_calls_total{outcome=\"failed\"}", catalogueFaults.count)
    page.sample("dogear_catalogue_calls_total{outcome=\"postponed\"}", catalogueRests.count)
    page.histogram(
      "dogear_catalogue_seconds", "How long calls to other catalogues took.", catalogueSeconds)
  }

  private func writeBackups(to page: inout MetricsText) {
    let last = lastBackup.withLock { $0 }
    page.gauge(
      "dogear_last_backup_timestamp_seconds",
      "When the server's last own backup was complete, since 1970 UTC.",
      last.map { $0.at / 1_000 })
    page.gauge(
      "dogear_last_backup_bytes", "The size of the server's last own backup.", last?.byteCount)
    page.counter(
      "dogear_backups_failed_total", "Own backups that came to nothing.", backupsFailed.count)
  }

  /// The process's resident set, as the kernel tells it; nil where there is no /proc.
  private static var residentByteCount: Int? {
    guard let bytes = FileBytes.read("/proc/self/statm", followsLinks: true) else { return nil }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
