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

  /// What was asked for cannot be done, for a reason that whoever asked can do something about.
  static func refusal(_ error: AdministrationError) -> Reply {
    switch error {
    case .noSuchBook: .error(.notFound, "noSuchBook", error.description)
    case .unknownDevice: .error(.notFound, "unknownDevice", error.description)
    case .notImportable: .error(.badRequest, "notImportable", error.description)
    default: .error(.badRequest, "malformed", error.description)
    }
  }

  /// The path has no such method; `allowed` are those that it has.
  package static func methodNotAllowed(_ allowed: String) -> Reply {
    var reply = error(.methodNotAllowed, "method", "This address answers \(allowed) only.")
    reply.head.headerFields[.allow] = allowed
    return reply
  }

  /// Nothing is at that address.
  package static let notFound = error(.notFound, "notFound", "There is nothing at this address.")
}
