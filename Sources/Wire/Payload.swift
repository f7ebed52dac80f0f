import Library

/// What every message holds besides its type.
protocol Payload: Hashable, Sendable {
  /// The `t` of the message.
  static var type: String { get }
  init(_ members: Members) throws(WireError)
  /// The members without `t`; absent ones are left out.
  var members: JSONObject { get }
}

extension Payload {
  /// The whole message.
  var message: JSONValue {
    var object = members
    object["t"] = .string(Self.type)
    return .object(object)
  }
}

/// A message taken apart as far as its type.
struct Envelope {
  let type: String
  let members: Members

  /// Reads the type of one message.
  /// - Throws: `WireError` when the text is too large, no JSON, no object or has no type.
  init(_ bytes: [UInt8], byteCountMax: Int, marksMax: Int = .max) throws(WireError) {
    guard bytes.count <= byteCountMax else {
      throw .tooLarge(byteCount: bytes.count, max: byteCountMax)
    }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes, marksMax: marksMax)
    } catch {
      throw .notJSON(error)
    }
    guard let object = value.object else { throw .notObject }
    members = Members(object)
    type = try members.text("t")
  }
}
