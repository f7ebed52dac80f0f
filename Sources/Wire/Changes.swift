public import Library

/// What one commit changed, as it happens (SYNC §3, `changes`): gapless, one message per commit,
/// the receiver's own ops included. A client whose cursor is not `from` pulls.
public struct Changes: Hashable, Sendable {
  /// The last sequence before the commit.
  public var from: Int
  /// The last sequence of the commit.
  public var to: Int
  /// What it changed.
  public var rows: [Row]

  /// Makes the message of one commit.
  public init(from: Int, to: Int, rows: [Row]) {
    self.from = from
    self.to = to
    self.rows = rows
  }
}

extension Changes: Payload {
  static let type = "changes"

  init(_ members: Members) throws(WireError) {
    from = try members.count("from")
    to = try members.count("to")
    guard from < to else { throw .outOfRange(member: "to") }
    rows = try members.rows()
  }

  var members: JSONObject {
    ["from": .int(from), "to": .int(to), "rows": .array(rows.map(\.json))]
  }
}
