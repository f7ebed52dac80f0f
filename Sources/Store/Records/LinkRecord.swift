/// Names a link that was sent: two senders may give theirs the same id.
package struct LinkKey: Hashable, Comparable, Sendable {
  /// The sending device, or the server itself.
  package var from: String
  /// The sender's name for it.
  package var id: String

  /// Names the link `id` of `from`.
  package init(from: String, id: String) {
    self.from = from
    self.id = id
  }

  /// By sender, then by id.
  package static func < (one: LinkKey, other: LinkKey) -> Bool {
    one.from == other.from ? one.id < other.id : one.from < other.from
  }
}

/// A link that one device sent to another, as it is kept.
package struct LinkRecord: Hashable, Sendable {
  /// Which link.
  package var key: LinkKey
  /// Other ids that the sender gave the same link within seconds.
  package var repeats: [String]
  /// The device that is to open it.
  package var to: String
  /// Where it leads.
  package var link: String
  /// The library cursor the sender had.
  package var lib: Int
  /// When it was sent, in milliseconds since 1970 UTC.
  package var at: Int
  /// How far it has come; the store reads nothing into it.
  package var state: String

  /// Makes the record of a link.
  package init(
    _ key: LinkKey, repeats: [String] = [], to: String, link: String, lib: Int, at: Int,
    state: String
  ) {
    self.key = key
    self.repeats = repeats
    self.to = to
    self.link = link
    self.lib = lib
    self.at = at
    self.state = state
  }
}
