import HTTPTypes
public import Library

/// What is asked of the server over HTTP, beside the sync.
extension LocalLibrary {
  /// Pairs this device, for the first time or again, with a code or a link as `dogear pair` prints it;
  /// `name` is what people will call the device. What was edited here stays and is sent.
  /// - Throws: `ServerError`, `StorageError`, or `LibraryClosed`.
  public func pair(code: String, name: String? = nil) async throws {
    let token = try await Self.redeem(code, deviceName: name, server: server, client: client)
    guard !isClosing else { throw LibraryClosed() }
    try await desk.ask { storage throws(StorageError) in try storage.keep(token: token) }
    guard !isClosing else { throw LibraryClosed() }
    self.token = token
    handle(.paired(token: token))
  }

  static func redeem(
    _ code: String, deviceName: String?, server: ServerAddress, client: String
  ) async throws(ServerError) -> String {
    // A link is the server's address with the code behind a number sign.
    let typed = code.split(separator: "#").last.map(String.init) ?? code
    var body: JSONObject = ["code": .string(typed), "as": "token"]
    body["name"] = deviceName.map(JSONValue.string)
    let call = ServerCall(
      address: server, method: .post, path: "/v1/pair", client: client,
      body: .json(.object(body)))
    guard let token = try await call.answer()["token"]?.string else {
      throw .unreadable("\(server) paired this device, but gave it no secret.")
    }
    return token
  }

  /// What was changed of an entity: who, when, old and new (SYNC §2, *History*), newest first.
  ///
  /// The server keeps it, so this waits for the server. Restoring a value is an edit that sets it.
  /// - Parameters:
  ///   - key: The entity.
  ///   - before: Only what is older than this sequence; nil begins with the newest.
  ///   - limit: How many entries, 1 to 200, fewer where they are long; the last operation is whole whatever
  ///     that makes of it.
  /// - Returns: The entries, and whether there are older ones.
  /// - Throws: `ServerError`.
  public func history(
    of key: EntityKey, before: Int? = nil, limit: Int = 50
  ) async throws(ServerError) -> History {
    let names = [
      ("kind", key.kind), ("id", key.id), ("limit", String(limit)),
      ("before", before.map { String($0) } ?? ""),
    ]
    // Identifiers need no escaping, but what a program passes may be none.
    let query = names.filter { !$0.1.isEmpty }
      .map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
    let call = ServerCall(
      address: server, path: "/v1/history?\(query)", token: token, client: client)
    guard let history = History(json: try await call.answer()) else {
      throw .unreadable("\(server) gave a history that cannot be read.")
    }
    return history
  }

  /// RFC 3986 §2.3: everything but unreserved characters.
  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
