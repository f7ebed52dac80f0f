package import Library
import Store

/// `GET /v1/history?kind=book&id=ID[&before=SEQ][&limit=N]`, as its query says.
package struct HistoryQuery: Hashable, Sendable {
  /// Whose history.
  package let entity: EntityKey
  /// Only what happened before this sequence; nil up to now.
  package let before: Int?
  /// How many changes at most, but for the last operation's own; fewer where they are long.
  package let limit: Int

  /// Reads a query.
  /// - Throws: `AdministrationError.badQuery`, a sentence for whoever wrote it.
  package init(_ query: [String: String]) throws(AdministrationError) {
    entity = EntityKey(kind: query["kind"] ?? "", id: query["id"] ?? "")
    guard entity.isValid else {
      throw .badQuery("A history is asked for by a “kind” and an “id”.")
    }
    before = try Self.number(query["before"], "before", in: 1...JSONValue.integerMax)
    limit =
      try Self.number(query["limit"], "limit", in: 1...Limits.historyEntriesMax)
      ?? Limits.historyEntriesDefault
  }

  private static func number(
    _ text: String?, _ name: String, in range: ClosedRange<Int>
  ) throws(AdministrationError) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .badQuery(
        "“\(name)” is a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}

extension Administration {
  /// What happened to an entity of `library`, newest first:
  /// `{entity:{e,id}, entries:[{seq, at, by, op, field | field+element | life:true, from?, to?,
  /// written?}], more}`.
  func history(_ query: HistoryQuery, of library: String) throws(StoreError) -> JSONValue {
    let page = try store.read(library) { snapshot throws(StoreError) in
      try snapshot.history(
        of: query.entity, before: query.before, limit: query.limit,
        byteCountMax: Limits.historyByteCountMax)
    }
    return [
      "entity": ["e": .string(query.entity.kind), "id": .string(query.entity.id)],
      "entries": .array(page.items.map(\.json)), "more": .bool(page.more),
    ]
  }
}

extension HistoryPage.Item {
  /// One entry; what is absent of `from` and `to` was not there. `written` is what the author wrote,
  /// where merging made something else of it.
  fileprivate var json: JSONValue {
    var members: JSONObject = [
      "seq": .int(entry.version.seq), "at": .int(entry.version.stamp),
      "by": .string(entry.version.device), "op": .string(op),
    ]
    switch entry.subject {
    case .field(let field): members["field"] = .string(field)
    case .element(let field, let name):
      members["field"] = .string(field)
      members["element"] = .string(name)
    case .life: members["life"] = true
    }
    members["from"] = entry.from
    members["to"] = entry.to
    members["written"] = entry.written
    return .object(members)
  }
}
