import Library

/// Asks another device of the account to open a link (NAVIGATION §3.7, `link.send`). Answered by
/// `LinkState` as it changes, or by `LinkRefused`.
public struct LinkSend: Hashable, Sendable {
  /// The message's own name, which the sender made. Sent again it is still one link.
  public var id: String
  /// The device.
  public var to: String
  /// Where it leads, by the grammar of NAVIGATION §3.4.
  public var link: String
  /// The library cursor the sender had: a book that the receiver has not yet may still come.
  public var lib: Int

  /// Asks `to` to open `link`.
  public init(id: String, to: String, link: String, lib: Int) {
    self.id = id
    self.to = to
    self.link = link
    self.lib = lib
  }
}

/// A link was not taken, and nothing of it was kept (`link.refused`).
public struct LinkRefused: Hashable, Sendable {
  /// Why.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It is no link of NAVIGATION §3.4.
    case link
    /// The account has no such device.
    case device
  }

  /// The name of the `LinkSend`.
  public var id: String
  /// Why.
  public var reason: Reason

  /// Refuses the link `id`.
  public init(id: String, reason: Reason) {
    self.id = id
    self.reason = reason
  }
}

extension LinkSend: Payload {
  static let type = "link.send"

  init(_ members: Members) throws(WireError) {
    id = try members.identifier("id")
    to = try members.identifier("to")
    link = try members.text("link", byteCountMax: Limits.linkByteCountMax)
    lib = try members.count("lib")
  }

  var members: JSONObject {
    ["id": .string(id), "to": .string(to), "link": .string(link), "lib": .int(lib)]
  }
}

extension LinkRefused: Payload {
  static let type = "link.refused"

  init(_ members: Members) throws(WireError) {
    id = try members.identifier("id")
    reason = try members.choice("reason")
  }

  var members: JSONObject { ["id": .string(id), "reason": .string(reason.rawValue)] }
}
