import Library

/// Another device asks the receiver's to open a link (NAVIGATION §3.1, `Incoming`, `link.incoming`). It
/// goes to every connection of the device, and again to those that come while nobody has answered.
public struct LinkIncoming: Hashable, Sendable {
  /// The sender's name for it, which `LinkAnswer` repeats.
  public var id: String
  /// The sending device.
  public var from: String
  /// Where it leads.
  public var link: String
  /// The library cursor the sender had.
  public var lib: Int
  /// When it was sent, by the server's clock in milliseconds since 1970 UTC.
  public var at: Int

  /// Makes the message.
  public init(id: String, from: String, link: String, lib: Int, at: Int) {
    self.id = id
    self.from = from
    self.link = link
    self.lib = lib
    self.at = at
  }
}

/// What the person did with a link that came, or what their settings did for them (`link.answer`).
public struct LinkAnswer: Hashable, Sendable {
  /// What was done.
  public enum Answer: String, Hashable, Sendable, CaseIterable {
    /// It is on the screen.
    case opened
    /// It was turned away.
    case dismissed
    /// The device opens nothing for others.
    case blocked
  }

  /// The name of the `LinkIncoming`.
  public var id: String
  /// What was done.
  public var answer: Answer

  /// Answers the link `id`.
  public init(id: String, answer: Answer) {
    self.id = id
    self.answer = answer
  }
}

extension LinkIncoming: Payload {
  static let type = "link.incoming"

  init(_ members: Members) throws(WireError) {
    id = try members.identifier("id")
    from = try members.identifier("from")
    link = try members.text("link", byteCountMax: Limits.linkByteCountMax)
    lib = try members.count("lib")
    at = try members.count("at")
  }

  var members: JSONObject {
    [
      "id": .string(id), "from": .string(from), "link": .string(link), "lib": .int(lib),
      "at": .int(at),
    ]
  }
}

extension LinkAnswer: Payload {
  static let type = "link.answer"

  init(_ members: Members) throws(WireError) {
    id = try members.identifier("id")
    answer = try members.choice("answer")
  }

  var members: JSONObject { ["id": .string(id), "answer": .string(answer.rawValue)] }
}
