import Catalog
import Framing
import HTTPTypes
import Hub
import Interchange
import Library
import Logging
import Store
import Transport

/// Answers the questions that need the store, one after the other on a queue of its own, so that no
/// loop and no push waits for an import. There are three, one of them for what is long and one for the
/// places of e-readers: nobody who pairs or asks whether the server is ready waits for these either.
actor CallDesk: QueueActor {
  nonisolated let executor: QueueExecutor
  let administration: Administration
  private let backups: BackupDesk
  private let catalogues: CatalogueDesk?
  private let metrics: Metrics
  private let logger: Logger
  let requestLogger: Logger
  private let cookies: CookieRule
  private let limits: CallLimits

  /// What each e-reader asks.
  var koreaderCalls: SharedRateLimit { limits.koreader }

  /// Where it looks for what an e-reader reads.
  var authors = AuthorIndex()

  private var usage = UsageBoard()

  /// Makes a desk. `logger` hears of who is paired, `requestLogger` of what went wrong.
  init(
    label: String, _ administration: Administration, _ backups: BackupDesk,
    _ catalogues: CatalogueDesk?, _ metrics: Metrics, logger: Logger, requestLogger: Logger,
    cookies: CookieRule, limits: CallLimits
  ) {
    executor = .dedicated(label: label)
    self.administration = administration
    self.backups = backups
    self.catalogues = catalogues
    self.metrics = metrics
    self.logger = logger
    self.requestLogger = requestLogger
    self.cookies = cookies
    self.limits = limits
  }

  /// Answers `call` in its turn, by mail to the loop of `id`, and says so by `done`. `address` is whom to
  /// count pairing attempts by. What only reads is not done for an asker who has left: whoever comes and
  /// goes as fast as it likes would else hold up the others for as long as it likes.
  nonisolated func ask(
    _ call: Route.Call, _ request: Request, from address: String, of asker: Asker,
    replyTo id: ConnectionID, by mail: Mailbox<LoopLetter>, done: @escaping @Sendable () -> Void
  ) {
    let finish: @Sendable (Reply) -> Void = { reply in
      // Whoever has the answer finds room for the next.
      done()
      request.endBody()
      mail.post(.reply(id, reply))
    }
    post { desk in
      let isMissed = asker.isGone && [.get, .head].contains(request.head.method)
      if !isMissed, desk.handsOn(call, request, of: asker, to: finish) { return }
      finish(isMissed ? .notFound : desk.answer(call, request, from: address))
    }
  }

  /// Whether a question is another catalogue's to answer, which takes seconds: nobody at this desk waits
  /// for them.
  private func handsOn(
    _ call: Route.Call, _ request: Request, of asker: Asker,
    to finish: @escaping @Sendable (Reply) -> Void
  ) -> Bool {
    guard let catalogues, let question = Self.openLibraryQuestion(call) else { return false }
    let tokens = Credentials(request.head).tokens
    guard (try? administration.identify(tokens)) != nil else { return false }
    catalogues.ask(question, for: asker) { reply in
      switch reply {
      case .success(let answer):
        let isNone = question.isBook && answer["items"]?.array?.first == nil
        let json = question.isBook ? answer["items"]?.array?.first ?? .null : answer
        finish(
          isNone ? .refusal(.noSuchBook) : StaticFile(json: json).reply(to: request.head))
      case .failure(let fault): finish(.noAnswer(fault))
      }
    }
    return true
  }

  private static func openLibraryQuestion(_ call: Route.Call) -> OpenLibraryQuestion? {
    switch call {
    case .catalogSearch(let query): (try? CatalogQuery(search: query))?.openLibraryQuestion
    case .catalogBook(let id): OpenLibraryID(id).map(OpenLibraryQuestion.book)
    default: nil
    }
  }

  private func answer(_ call: Route.Call, _ request: Request, from address: String) -> Reply {
    do {
      if case .ready = call { return ready() }
      if case .pair = call {
        return lacksBody(call, request) ? .lengthRequired : try pair(request, from: address)
      }
      if case .koreader(let question) = call {
        return lacksBody(call, request)
          ? .lengthRequired : answer(question, request, from: address)
      }
      let credentials = Credentials(request.head)
      guard let (identity, token) = try administration.identify(credentials.tokens) else {
        return .notPaired
      }
      if lacksBody(call, request) { return .lengthRequired }
      if let answer = try catalogue(call) {
        return StaticFile(json: answer).reply(to: request.head)
      }
      if case .blob(let id) = call {
        return try administration.picture(id, of: identity.library.id).reply(to: request.head)
      }
      if case .invite = call { return try invite(request, for: identity, by: token) }
      var reply = try answer(call, request.body, for: identity)
      if case .session = call, credentials.hasCookie {
        reply.head.headerFields[.setCookie] = cookie(token, for: request)
      }
      return reply
    } catch let error as AdministrationError {
      if case .cutShort = error { requestLogger.notice("\(error)") }
      return .refusal(error)
    } catch let error as StoreError where error == .full || error == .busy {
      requestLogger.warning("A request was put off: \(error)")
      return .soon("storage", "\(error)")
    } catch {
      requestLogger.error("A request failed: \(error)")
      return .error(.internalServerError, "storage", "\(error)")
    }
  }

  /// Whether a request that says nothing without a body has none, and does not say so either.
  private func lacksBody(_ call: Route.Call, _ request: Request) -> Bool {
    let fields = request.head.headerFields
    return call.needsBody && fields[.contentLength] == nil && fields[.transferEncoding] == nil
  }

  private func answer(
    _ call: Route.Call, _ body: [UInt8], for identity: SyncHub.Identity
  ) throws -> Reply {
    switch call {
    case .ready, .pair, .invite, .blob, .koreader:
      preconditionFailure("These are answered before.")
    case .catalog, .catalogSearch, .catalogBook:
      preconditionFailure("The catalogue knows no library.")
    case .usage, .reportUsage, .forgetUsage: return try answerUsage(call, body, for: identity)
    case .session:
      var members = Self.members(identity)
      members["account"] = .string(identity.account.id)
      return Reply(json: .object(members))
    case .devices:
      return Reply(json: ["devices": .array(try administration.devices().map(\.json))])
    case .renameDevice(let id):
      let name = (try? JSONValue(parsing: body))?["name"]?.string
      guard let name else {
        return .error(.badRequest, "malformed", "A renaming is JSON with a “name”.")
      }
      return Reply(json: ["device": try administration.renameDevice(id, to: name).json])
    case .revokeDevice(let id):
      let device = try administration.revokeDevice(id)
      usage.forget(id)
      logger.notice("Revoked a device.", metadata: ["device": "\(id)"])
      return Reply(json: ["device": device.json])
    case .history(let query):
      return Reply(
        json: try administration.history(try HistoryQuery(query), of: identity.library.id))
    case .keepBlob(let id):
      let (picture, isNew) = try administration.keepPicture(id, body, of: identity.library.id)
      return picture.reply(isNew: isNew)
    case .backups: return Reply(json: backups.state)
    case .importFile(let dry, let text):
      // Whoever says it in another way does not mean to write.
      guard dry == nil || dry == "1" else {
        throw AdministrationError.badQuery("An import’s “dry” is 1, or absent.")
      }
      guard let answers = StatusAnswers(json: text ?? "{}") else {
        throw AdministrationError.badQuery(
          "An import’s “answers” is a JSON object of names in the file, each with a status or null."
        )
      }
      return Reply(
        json: try administration.importFile(
          body, isDry: dry != nil, answers: answers, by: identity.device.id))
    case .starterOffer: return Reply(json: administration.starterOffer())
    case .starterImport:
      return Reply(json: try administration.importStarter(by: identity.device.id))
    case .export(let format): return try export(format ?? "json")
    }
  }

  /// `GET /v1/export`: the whole library as `json`, or its books as `csv`, a file to keep.
  private func export(_ format: String) throws -> Reply {
    let types = ["json": "application/json", "csv": "text/csv"]
    guard let type = types[format] else {
      throw AdministrationError.badQuery("An export’s “format” is json or csv.")
    }
    let name = "dogear.\(format)"
    let fields: HTTPFields = [
      .contentType: "\(type); charset=utf-8", .cacheControl: "no-store",
      .contentDisposition: "attachment; filename=\"\(name)\"", .xContentTypeOptions: "nosniff",
    ]
    return Reply(.ok, fields, body: try administration.export(ExportFormat(fileName: name)))
  }

  /// What devices have counted of their own use: the owner's own numbers, for the owner's own devices.
  private func answerUsage(
    _ call: Route.Call, _ body: [UInt8], for identity: SyncHub.Identity
  ) throws -> Reply {
    switch call {
    case .reportUsage:
      let report = try UsageReport(try? JSONValue(parsing: body))
      usage.keep(report, of: identity.device.id, at: administration.clock())
    case .forgetUsage: usage.forget(identity.device.id)
    default: break
    }
    let devices = try administration.devices().filter { $0.revoked == nil }
    return Reply(json: usage.json(of: devices.map { ($0.id, $0.name) }))
  }

  /// `GET /readyz`: whether edits can be saved now.
  private func ready() -> Reply {
    let fault = administration.readiness.fault(now: administration.clock()) {
      do throws(StoreError) {
        try administration.store.rewrite()
        return nil
      } catch {
        return "\(error)"
      }
    }
    guard let fault else { return Reply(json: ["status": "ready"]) }
    return .soon("notReady", fault)
  }

  /// What the catalogue answers: the same for every library, and so kept by whoever asked until it
  /// changes. Nil for what is no question to it.
  private func catalogue(_ call: Route.Call) throws(AdministrationError) -> JSONValue? {
    switch call {
    case .catalog(let query): return try CatalogQuery(all: query).answer(others: [])
    case .catalogSearch(let query):
      let query = try CatalogQuery(search: query)
      if case .openLibrary = query, catalogues == nil {
        throw .badQuery(
          "This server asks no other catalogue; the setting openLibrary has it ask one.")
      }
      return query.answer(others: catalogues == nil ? [] : ["openLibrary"])
    case .catalogBook(let id):
      guard let book = StarterLibrary.book(id) else { throw .noSuchBook }
      return book.item
    default: return nil
    }
  }

  private static func members(_ identity: SyncHub.Identity) -> JSONObject {
    func named(_ id: String, _ name: String) -> JSONValue {
      ["id": .string(id), "name": .string(name)]
    }
    return [
      "device": named(identity.device.id, identity.device.name),
      "library": named(identity.library.id, identity.library.name),
    ]
  }
}

// MARK: Pairing

extension CallDesk {
  /// `POST /v1/pairings`: a paired device asks for a code for one more.
  private func invite(
    _ request: Request, for identity: SyncHub.Identity, by token: DeviceToken
  ) throws -> Reply {
    if let wait = limits.invitations.attempt(by: identity.device.id, now: administration.clock()) {
      return .tooMany("Too many codes at once; wait a little and try again.", wait: wait)
    }
    // A browser says by itself where it is, and what it says was compared with the host before.
    let invitation = try administration.invite(
      from: request.head.headerFields[.origin], by: SecretHash(token.hash))
    guard let invitation else { return .notPaired }
    logger.info("Made a pairing code.", metadata: ["device": "\(identity.device.id)"])
    return Reply(.created, json: invitation.json)
  }

  /// `POST /v1/pair {code, name?, as?}`.
  private func pair(_ request: Request, from address: String) throws -> Reply {
    if let wait = tooManyAttempts(by: address) {
      return .tooMany("Too many pairing attempts; wait a little and try again.", wait: wait)
    }
    guard let body = try? JSONValue(parsing: request.body), let text = body["code"]?.string else {
      return .error(.badRequest, "malformed", "A pairing request is JSON with a “code”.")
    }
    let form = body["as"]?.string
    guard [nil, "cookie", "token"].contains(form) else {
      return .error(.badRequest, "malformed", "“as” is “cookie” or “token”.")
    }
    let name =
      body["name"]?.string.flatMap(DeviceName.checked)
      ?? DeviceName.guessed(fromUserAgent: request.head.headerFields[.userAgent])
    guard let code = PairingCode(text),
      let (identity, token) = try administration.redeem(code, name: name)
    else {
      noteWrongCode(from: address)
      return .error(
        .forbidden, "code",
        "This code is used up, expired or mistyped; ask the server for a fresh one.")
    }
    notePaired(identity.device.id)
    var members = Self.members(identity)
    if form != "cookie" { members["token"] = .string(token.text) }
    var reply = Reply(json: .object(members))
    if form != "token" {
      reply.head.headerFields[.setCookie] = cookie(token, for: request)
    }
    return reply
  }

  /// Counts one attempt to pair. Returns how many milliseconds to wait, where `address` has had too many.
  func tooManyAttempts(by address: String) -> Int? {
    let now = administration.clock()
    guard let wait = limits.pairing.attempt(by: address, now: now) else { return nil }
    metrics.throttledCodes.add()
    if limits.complaints.attempt(by: address, now: now) == nil {
      logger.warning("Too many pairing attempts.", metadata: ["address": "\(address)"])
    }
    return wait
  }

  /// Takes note of a code that pairs nobody.
  func noteWrongCode(from address: String) {
    metrics.wrongCodes.add()
    logger.notice("A pairing code was wrong.", metadata: ["address": "\(address)"])
  }

  /// Takes note of a device that was paired.
  func notePaired(_ device: String) {
    metrics.paired.add()
    logger.info("Paired a device.", metadata: ["device": "\(device)"])
  }

  private func cookie(_ token: DeviceToken, for request: Request) -> String {
    Credentials.cookie(
      token, at: request.head.authority, isSecure: cookies.isSecure(for: request.head))
  }
}
