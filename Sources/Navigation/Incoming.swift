package import Library

/// A link that another device asks this one to open.
package struct Incoming: Hashable, Sendable {
  /// The message's own name.
  package var id: String
  /// The sending device.
  package var from: String
  /// Where it leads, as it was sent.
  package var link: String
  /// The library cursor the sender had.
  package var lib: Int
  /// Server time, in milliseconds since 1970 UTC.
  package var at: Int

  /// The message that `json` spells, or nil when it lacks an id, a sender or a link of legal
  /// length.
  package init?(json: JSONValue?) {
    guard let id = Text.identifier(json?["id"]), let from = Text.identifier(json?["from"]),
      let link = json?["link"]?.string, link.unicodeScalars.count <= Limits.linkLength
    else { return nil }
    self.id = id
    self.from = from
    self.link = link
    lib = json?["lib"].cleanInteger() ?? 0
    at = json?["at"].cleanInteger() ?? 0
  }

  /// The JSON form.
  package var json: JSONValue {
    [
      "id": .string(id), "from": .string(from), "link": .string(link), "lib": .int(lib),
      "at": .int(at),
    ]
  }

  /// Whether `other` is this delivery again: the same id, or the same link of the same sender
  /// within five seconds.
  package func isRepeat(of other: Incoming) -> Bool {
    if id == other.id { return true }
    return from == other.from && Text.areSame(link, other.link)
      && abs(at - other.at) <= Limits.incomingRepeatMilliseconds
  }
}
