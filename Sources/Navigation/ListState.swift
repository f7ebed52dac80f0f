package import Library

/// What a window remembers of one list.
package struct ListState: Hashable, Sendable {
  /// What the list is asked.
  package var query: Query
  /// Where it stands; nil is the top.
  package var anchor: Anchor?
  /// Rises with every use of any list; the lowest is forgotten first.
  package var used: Int

  /// A list that nobody has touched, unless told otherwise.
  package init(query: Query = Query(), anchor: Anchor? = nil, used: Int = 0) {
    self.query = query
    self.anchor = anchor
    self.used = used
  }

  /// The list state that `json` spells, or nil when it is no object.
  package init?(json: JSONValue?) {
    guard let json, json.object != nil else { return nil }
    query = Query(
      text: Text.cleaned(json["q"], Limits.queryLength), filters: Filters(json: json["filters"]),
      sort: Sort(json: json["sort"]) ?? Sort())
    anchor = Anchor(json: json["anchor"])
    used = json["used"].cleanInteger()
  }

  /// The JSON form.
  package var json: JSONValue {
    [
      "q": .string(query.text), "filters": query.filters.json, "sort": query.sort.json,
      "anchor": anchor?.json ?? .null, "used": .int(used),
    ]
  }
}

/// The states of the lists a window has used.
package typealias ListStates = [ListRef: ListState]

extension ListStates {
  /// The list states that `json` spells, under legal keys only; not yet bounded.
  init(json: JSONValue?) {
    self.init()
    for (key, value) in json?.object ?? [:] {
      if let list = ListRef(key: key), let state = ListState(json: value) { self[list] = state }
    }
  }

  /// The JSON form.
  var json: JSONValue {
    let members = map { ($0.key.key, $0.value.json) }
    return .object(JSONObject(uniqueKeysWithValues: members))
  }

  /// The keys, least recently used first, ties by key.
  var oldestFirst: [ListRef] {
    sorted { one, other in
      one.value.used == other.value.used
        ? Text.precedes(one.key.key, other.key.key) : one.value.used < other.value.used
    }.map(\.key)
  }

  /// At most 64 list states: the least recently used go, never one that is on screen.
  func bounded(onScreen: Set<ListRef>) -> ListStates {
    let surplus = count - Limits.listCount
    guard surplus > 0 else { return self }
    var kept = self
    for list in oldestFirst.filter({ !onScreen.contains($0) }).prefix(surplus) { kept[list] = nil }
    return kept
  }

  /// The `used` of a list that is used now: one more than every other.
  var nextUse: Int {
    Swift.min((values.map(\.used).max() ?? 0) + 1, Limits.integer)
  }
}
