import Catalog
import Dispatch
import Library
import Logging
import Transport

/// Has Open Library asked what the library and the catalogue here do not know: each question once however
/// many wait for it, a few at a time, and no oftener than Open Library wants to be asked.
actor CatalogueDesk: QueueActor {
  /// What whoever asked is told.
  typealias Reply = Result<JSONValue, CatalogueFault>

  private struct Waiter: Sendable {
    let asker: Asker
    let tell: @Sendable (Reply) -> Void
  }

  nonisolated let executor = QueueExecutor.dedicated(label: "dogear.catalogues")
  private let metrics: Metrics
  private let logger: Logger
  private let start = ContinuousClock.now
  private var idle: [CatalogueWorker]
  private var answers = AnswerCache<OpenLibraryQuestion, JSONValue>(
    byteCountMax: Limits.cataloguesKeptByteCountMax,
    milliseconds: Limits.cataloguesKeptMilliseconds)
  /// Whoever waits, by the question.
  private var waiters: [OpenLibraryQuestion: [Waiter]] = [:]
  /// What is to be asked next, in order.
  private var line: [OpenLibraryLookup] = []
  private var calls = RateLimit(
    burst: Limits.catalogueCallBurst, refillMilliseconds: Limits.catalogueCallRefillMilliseconds,
    addressesMax: 1)
  /// Open Library is left alone for a while, and why.
  private var rest: (fault: CatalogueFault, until: Int)?
  /// Whether the last question was not answered in time: one may be slow to answer, two are a catalogue that
  /// is away.
  private var wasLate = false
  /// A look at the line is due when there is a call again.
  private var isDue = false

  init(_ settings: OpenLibrarySettings, _ metrics: Metrics, logger: Logger) {
    idle = (1...Limits.catalogueWorkerCount).map { CatalogueWorker($0, settings) }
    self.metrics = metrics
    self.logger = logger
  }

  /// Has `question` answered for `asker`, who is told by `tell`, once.
  nonisolated func ask(
    _ question: OpenLibraryQuestion, for asker: Asker, tell: @escaping @Sendable (Reply) -> Void
  ) {
    post { desk in desk.take(question, Waiter(asker: asker, tell: tell)) }
  }

  private func take(_ question: OpenLibraryQuestion, _ waiter: Waiter) {
    if let answer = answers.answer(to: question, now: now) { return waiter.tell(.success(answer)) }
    if let fault = faultNow { return waiter.tell(.failure(fault)) }
    if waiters[question] == nil {
      guard waiters.count < Limits.catalogueQuestionsMax else {
        return waiter.tell(.failure(.tooManyWait))
      }
      line.append(OpenLibraryLookup(question))
    }
    waiters[question, default: []].append(waiter)
    work()
  }

  /// Asks what can be asked now.
  private func work() {
    if let fault = faultNow {
      let refused = line
      line = []
      for lookup in refused { finish(lookup.question, .failure(fault)) }
    }
    while !line.isEmpty, !idle.isEmpty {
      // A question that nobody waits for any more is not asked, nor asked on.
      let question = line[0].question
      guard waiters[question]?.contains(where: { !$0.asker.isGone }) == true else {
        line.removeFirst()
        finish(question, .failure(.tooManyWait))
        continue
      }
      if let wait = calls.attempt(by: "", now: now) { return look(after: wait) }
      let lookup = line.removeFirst()
      let worker = idle.removeLast()
      worker.ask(lookup.path) { [weak self] answer, duration in
        self?.post { desk in
          desk.idle.append(worker)
          desk.arrived(answer, for: lookup, in: duration)
        }
      }
    }
  }

  private func look(after milliseconds: Int) {
    guard !isDue else { return }
    isDue = true
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      self?.assumeIsolated { desk in
        desk.isDue = false
        desk.work()
      }
    }
  }

  private func arrived(
    _ answer: CatalogueClient.Answer, for lookup: OpenLibraryLookup, in duration: Duration
  ) {
    metrics.catalogueSeconds.observe(duration)
    var lookup = lookup
    switch answer {
    case .failure(let fault): fail(lookup.question, fault)
    case .success(let answer):
      wasLate = false
      do throws(OpenLibraryError) {
        let page = try lookup.take(answer)
        metrics.catalogueAnswers.add()
        guard let page else {
          line.insert(lookup, at: 0)
          break
        }
        let json = page.json
        answers.keep(
          json, byteCount: json.canonicalBytes.count + Limits.cataloguesKeptEachByteCount,
          to: lookup.question, now: now)
        finish(lookup.question, .success(json))
      } catch {
        fail(lookup.question, .unreadable)
      }
    }
    work()
  }

  /// Says why there is no answer, and leaves Open Library alone where the next question would fare no better.
  private func fail(_ question: OpenLibraryQuestion, _ fault: CatalogueFault) {
    if case .asksToWait = fault {
      metrics.catalogueRests.add()
    } else {
      metrics.catalogueFaults.add()
    }
    // What was asked for is nobody's business, and no part of this.
    if case .unreachable(let reason) = fault {
      logger.notice("Open Library cannot be reached.", metadata: ["reason": "\(reason)"])
    } else {
      logger.notice("\(fault)")
    }
    finish(question, .failure(fault))
    let isLate = fault == .late
    defer { wasLate = isLate }
    guard fault.isLasting || isLate && wasLate else { return }
    var wait = Limits.catalogueAwayMilliseconds
    if case .asksToWait(let milliseconds) = fault { wait = milliseconds }
    rest = (fault, now + wait)
  }

  /// Why there is no use in asking now.
  private var faultNow: CatalogueFault? {
    guard let rest, rest.until > now else { return nil }
    if case .asksToWait = rest.fault { return .asksToWait(rest.until - now) }
    return rest.fault
  }

  private func finish(_ question: OpenLibraryQuestion, _ reply: Reply) {
    for waiter in waiters.removeValue(forKey: question) ?? [] { waiter.tell(reply) }
  }

  /// Milliseconds since the desk was made, by a clock that nobody sets.
  private var now: Int {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
