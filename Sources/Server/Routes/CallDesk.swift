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
/// loop and no push waits for an import.
actor CallDesk: QueueActor {
  nonisolated let executor = QueueExecutor.dedicated(label: "dogear.desk")
  private let administration: Administration
  private let backups: BackupDesk
  private let logger: Logger
  private let isSecure: Bool
  private var attempts = RateLimit(
    burst: Limits.pairingAttemptBurst, refillMilliseconds: Limits.pairingAttemptRefillMilliseconds,
    addressesMax: Limits.pairingAddressesMax)

  /// Makes a desk; `isSecure` marks cookies as for TLS alone.
  init(
    _ administration: Administration, _ backups: BackupDesk, logger: Logger, isSecure: Bool
  ) {
    self.administration = administration
    self.backups = backups
    self.logger = logger
    self.isSecure = isSecure
  }

  /// Answers `call` in its turn, by mail to the loop of `id`. `address` is whom to count pairing
  /// attempts by.
  nonisolated func ask(
    _ call: Route.Call, _ request: Request, from address: String, replyTo id: ConnectionID,
    by mail: Mailbox<LoopLetter>
  ) {
    post { desk in mail.post(.reply(id, desk.answer(call, request, from: address))) }
  }

  private func answer(_ call: Route.Call, _ request: Request, from address: String) -> Reply {
    do {
      if case .pair = call { return try pair(request, from: address) }
      let credentials = Credentials(request.head.headerFields)
      guard let (identity, token) = try administration.identify(credentials.tokens) else {
        return .error(
          .unauthorized, "notPaired",
          "This device is not paired with the library; open a pairing link to join.")
      }
      if let answer = try catalogue(call) {
        return StaticFile(json: answer).reply(to: request.head)
      }
      var reply = try answer(call, request.body, for: identity)
      if case .session = call, credentials.hasCookie {
        reply.head.headerFields[.setCookie] = Credentials.cookie(token, isSecure: isSecure)
      }
      return reply
    } catch let error as AdministrationError {
      return .refusal(error)
    } catch {
      logger.error("A request failed: \(error)")
      return .error(.internalServerError, "storage", "\(error)")
    }
  }

  private func answer(
    _ call: Route.Call, _ body: [UInt8], for identity: SyncHub.Identity
  ) throws -> Reply {
    switch call {
    case .pair: preconditionFailure("Pairing needs no device.")
    case .catalog, .catalogSearch, .catalogBook:
      preconditionFailure("The catalogue knows no library.")
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
      return Reply(json: ["device": try administration.revokeDevice(id).json])
    case .history(let query):
      return Reply(
        json: try administration.history(try HistoryQuery(query), of: identity.library.id))
    case .backups: return Reply(json: backups.state)
    case .importFile(_, let isDry):
      return Reply(json: try administration.importFile(body, isDry: isDry))
    case .starterOffer: return Reply(json: administration.starterOffer())
    case .starterImport: return Reply(json: try administration.importStarter())
    case .export:
      var reply = Reply(.ok, body: try administration.export(.dogear))
      reply.head.headerFields = [
        .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"dogear.json\"",
        .xContentTypeOptions: "nosniff",
      ]
      return reply
    }
  }

  /// What the catalogue answers: the same for every library, and so kept by whoever asked until it
  /// changes. Nil for what is no question to it.
  private func catalogue(_ call: Route.Call) throws(AdministrationError) -> JSONValue? {
    switch call {
    case .catalog(let query): return try CatalogQuery(all: query).answer
    case .catalogSearch(let query): return try CatalogQuery(search: query).answer
    case .catalogBook(let id):
      guard let book = StarterLibrary.book(id) else { throw .noSuchBook }
      return book.item
    default: return nil
    }
  }

  private static func members(_ identity: SyncHub.Identity) -> [String: JSONValue] {
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
  /// `POST /v1/pair {code, name?, as?}`.
  private func pair(_ request: Request, from address: String) throws -> Reply {
    if let wait = attempts.attempt(by: address, now: administration.clock()) {
      var reply = Reply.error(
        .tooManyRequests, "rate", "Too many pairing attempts; wait a little and try again.")
      reply.head.headerFields[.retryAfter] = String((wait + 999) / 1000)
      return reply
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
      return .error(
        .forbidden, "code",
        "This code is used up, expired or mistyped; ask the server for a fresh one.")
    }
    logger.info("Paired a device.", metadata: ["device": "\(identity.device.id)"])
    var members = Self.members(identity)
    if form != "cookie" { members["token"] = .string(token.text) }
    var reply = Reply(json: .object(members))
    if form != "token" {
      reply.head.headerFields[.setCookie] = Credentials.cookie(token, isSecure: isSecure)
    }
    return reply
  }
}
