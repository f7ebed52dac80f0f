package import Library

/// What a command gave: JSON, or the bytes of a file.
package struct AdministrationReply: Sendable {
  /// The answer's bytes.
  package let body: [UInt8]

  /// Takes an answer as it came.
  package init(body: [UInt8]) { self.body = body }

  /// Makes an answer.
  package init(_ json: JSONValue) { body = json.canonicalBytes }

  /// The answer as a value; null where it is too deep or no JSON.
  package var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
}
