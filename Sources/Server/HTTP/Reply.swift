package import HTTPTypes
package import Library

/// A whole answer to an HTTP request: status, fields and body.
package struct Reply: Sendable {
  /// Status and fields; Content-Length is left to whoever sends it.
  package var head: HTTPResponse
  /// The body.
  package var body: [UInt8]

  /// Makes an answer.
  package init(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:], body: [UInt8] = []) {
    self.head = HTTPResponse(status: status, headerFields: fields)
    self.body = body
  }

  /// An answer in JSON, which nobody may keep.
  package init(_ status: HTTPResponse.Status = .ok, json: JSONValue) {
    self.init(
      status,
      [
        .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ],
      body: json.canonicalBytes)
  }

  /// `{error:{code,message}}`: what went wrong, for programs and for a person.
  package static func error(
    _ status: HTTPResponse.Status, _ code: String, _ message: String
  ) -> Reply {
    Reply(status, json: ["error": ["code": .string(code), "message": .string(message)]])
  }

  /// The page that asks is of another origin.
  static let foreignPage = error(
    .forbidden, "origin",
    "This page is another server's, or was opened under a name that this one does not go by; the "
      + "setting publicURL gives it one.")

  /// Whoever asks is no device of the library, or names none (RFC 9110 §15.5.2).
  static let notPaired: Reply = {
    var reply = error(
      .unauthorized, "notPaired",
      "This device is not paired with the library; open a pairing link to join.")
    reply.head.headerFields[.wwwAuthenticate] = "Bearer"
    return reply
  }()

  /// What was asked for cannot be done, for a reason that whoever asked can do something about.
  static func refusal(_ error: AdministrationError) -> Reply {
    switch error {
    case .noSuchBook: .error(.notFound, "noSuchBook", error.description)
    case .noSuchBlob: .error(.notFound, "noSuchBlob", error.description)
    case .notPicture: .error(.unsupportedMediaType, "notPicture", error.description)
    case .misnamedBlob: .error(.badRequest, "misnamed", error.description)
    case .blobsFull: .error(.insufficientStorage, "blobsFull", error.description)
    case .unknownDevice: .error(.notFound, "unknownDevice", error.description)
    case .notImportable: .error(.badRequest, "notImportable", error.description)
    case .cutShort: soon("stopping", error.description)
    default: .error(.badRequest, "malformed", error.description)
    }
  }

  /// What cannot be done now can be in a moment (RFC 9110 §15.6.4).
  static func soon(_ code: String, _ sentence: String) -> Reply {
    var reply = error(.serviceUnavailable, code, sentence)
    reply.head.headerFields[.retryAfter] = String(Limits.soonSeconds)
    return reply
  }

  /// Somebody asks too often, and may ask again after `wait` milliseconds.
  static func tooMany(_ sentence: String, wait: Int) -> Reply {
    var reply = error(.tooManyRequests, "rate", sentence)
    reply.head.headerFields[.retryAfter] = String((wait + 999) / 1_000)
    return reply
  }

  /// Another catalogue gives no answer; the one here and the library do.
  static func noAnswer(_ fault: CatalogueFault) -> Reply {
    switch fault {
    case .asksToWait(let wait): tooMany(fault.description, wait: wait)
    case .tooManyWait: tooMany(fault.description, wait: Limits.catalogueRetryMilliseconds)
    default: error(.badGateway, "catalogue", fault.description)
    }
  }

  /// A device asks more than it is told.
  static var tooManyQuestions: Reply {
    tooMany(
      "This device has \(Limits.questionsUnderWayMax) questions under way; wait until one is answered.",
      wait: Limits.questionRetryMilliseconds)
  }

  /// A device has asked for as many exports and imports as it may, and has not taken their answers yet.
  static var tooManyLargeCalls: Reply {
    tooMany(
      "This device has \(Limits.largeCallsUnderWayMax) exports and imports under way; wait until one is "
        + "done and try again.", wait: Limits.largeCallRetryMilliseconds)
  }

  /// A device sends as many files as it may at once.
  static var tooManyUploads: Reply {
    tooMany(
      "This device has \(Limits.uploadsUnderWayMax) files under way; wait until one is read and try again.",
      wait: Limits.uploadRetryMilliseconds)
  }

  /// The path has no such method; `allowed` are those that it has.
  package static func methodNotAllowed(_ allowed: String) -> Reply {
    var reply = error(.methodNotAllowed, "method", "This address answers \(allowed) only.")
    reply.head.headerFields[.allow] = allowed
    return reply
  }

  /// The method is none that this server knows (RFC 9110 §15.6.2).
  package static let unknownMethod = error(
    .notImplemented, "method", "This server knows no such method.")

  /// `GET /healthz`: the server lives.
  static let healthy = Reply(json: ["status": "ok", "version": .string(ServerVersion.text)])

  /// The server's numbers, for Prometheus.
  static func metrics(_ metrics: Metrics) -> Reply {
    Reply(
      .ok,
      [
        .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ], body: Array(metrics.text.utf8))
  }

  /// The numbers are not for whoever asked.
  static let metricsElsewhere = error(
    .forbidden, "metrics", "The server's settings say who may read its numbers.")

  /// What the address answers to (RFC 9110 §9.3.7).
  package static func options(_ allowed: String) -> Reply {
    Reply(.noContent, [.allow: allowed, .cacheControl: "no-store"])
  }

  /// The request needs a body, and says by no field that it has one (RFC 9110 §15.5.12).
  package static let lengthRequired = error(
    .lengthRequired, "length", "This request needs a body with a Content-Length.")

  /// What is here is not what the client wants to go on with (RFC 9110 §13.1.1).
  package static let preconditionFailed = error(
    .preconditionFailed, "precondition", "What is at this address has changed.")

  /// None of the `byteCount` bytes are what was asked for (RFC 9110 §15.5.17).
  package static func rangeNotSatisfiable(byteCount: Int) -> Reply {
    var reply = error(.rangeNotSatisfiable, "range", "This address has \(byteCount) bytes.")
    reply.head.headerFields[.contentRange] = "bytes */\(byteCount)"
    return reply
  }

  /// Nothing is at that address.
  package static let notFound = error(.notFound, "notFound", "There is nothing at this address.")
}

extension HTTPResponse.Status {
  /// There is no room for what was sent (RFC 4918 §11.5).
  static var insufficientStorage: HTTPResponse.Status {
    HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
  }
}
