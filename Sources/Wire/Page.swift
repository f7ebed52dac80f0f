public import Library

/// One answer to `pull`, read from one snapshot (SYNC §3, `page`).
///
/// Applying the pages from a cursor up to the one whose `to` is its `head` makes the client's state
/// exactly the library at `head`.
public struct Page: Hashable, Sendable {
  /// The cursor that was asked from.
  public var from: Int
  /// The cursor after this page.
  public var to: Int
  /// The library's last sequence when the page was read.
  public var head: Int
  /// What changed in (`from`, `to`], with current values.
  public var rows: [Row]
  /// Whether another page follows; the client asks for it from `to`.
  public var hasMore: Bool

  /// Makes a page.
  public init(from: Int, to: Int, head: Int, rows: [Row], hasMore: Bool) {
    self.from = from
    self.to = to
    self.head = head
    self.rows = rows
    self.hasMore = hasMore
  }
}

extension Page: Payload {
  static let type = "page"

  init(_ members: Members) throws(WireError) {
    from = try members.count("from")
    to = try members.count("to")
    head = try members.count("head")
    guard from <= to else { throw .outOfRange(member: "to") }
    guard to <= head else { throw .outOfRange(member: "head") }
    rows = try members.rows()
    hasMore = try members.optionalBool("more") ?? (to < head)
  }

  var members: JSONObject {
    [
      "from": .int(from), "to": .int(to), "head": .int(head), "rows": .array(rows.map(\.json)),
      "more": .bool(hasMore),
    ]
  }
}
