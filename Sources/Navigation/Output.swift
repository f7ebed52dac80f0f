package import Library

/// One thing that a reduction asks of its caller (NAVIGATION §3.3). Its JSON form is an array, the
/// same in both languages; `Web/navigation/outputs.js` says what each is for.
package enum Output: Hashable, Sendable {
  /// What becomes of the browser's history: H+, H=, H−.
  package enum History: String, Sendable {
    case push, replace, pop
  }

  /// The banner to show, or none in place of the follow banner.
  package enum Banner: String, Sendable {
    case follow, inbox, none
  }

  case history(History)
  /// The entry is dead: go on in the same direction, ±1.
  case historyGo(Int)
  /// `heading`, `h1`, `inside`, `opener`, or an identifier such as `row.b1`.
  case focus(String)
  /// The root list to its top.
  case scrollTop
  /// Something to tell the person, and about what.
  case notice(String, String?)
  /// Say how many rows the list now has.
  case announceCount
  case banner(Banner)
  /// Keep a draft for Resume.
  case stash(String)
  /// Erase a draft.
  case discard(String)
  /// The library's part: what, and of which id.
  case delegate(String, String)
  /// Answer the sender of a link.
  case ack(String, String)
  /// The next page of the feed.
  case loadFeed(Int)
  /// Draw the same state in the new layout.
  case reproject
  /// Back at the root: leave.
  case exit
  /// Count, with no ids, titles or text.
  case track(String, JSONObject? = nil)

  /// The JSON form.
  package var json: JSONValue {
    switch self {
    case .history(let kind): ["history", .string(kind.rawValue)]
    case .historyGo(let direction): ["history", "go", .int(direction)]
    case .focus(let target): ["focus", .string(target)]
    case .scrollTop: ["scroll", "top"]
    case .notice(let code, let detail):
      .array(["notice", .string(code)] + (detail.map { [.string($0)] } ?? []))
    case .announceCount: ["announce", "count"]
    case .banner(let banner): ["banner", .string(banner.rawValue)]
    case .stash(let draft): ["stash", .string(draft)]
    case .discard(let draft): ["discard", .string(draft)]
    case .delegate(let name, let argument): ["delegate", .string(name), .string(argument)]
    case .ack(let incoming, let state): ["ack", .string(incoming), .string(state)]
    case .loadFeed(let count): ["load", "feed", .int(count)]
    case .reproject: ["reproject"]
    case .exit: ["exit"]
    case .track(let counter, let properties):
      .array(["track", .string(counter)] + (properties.map { [.object($0)] } ?? []))
    }
  }

  /// Whether this tells the person something.
  var isNotice: Bool {
    if case .notice = self { true } else { false }
  }

  /// Whether this counts something.
  var isTrack: Bool {
    if case .track = self { true } else { false }
  }

  /// Whether this keeps a draft.
  var isStash: Bool {
    if case .stash = self { true } else { false }
  }

  /// Switching tabs, as it is counted.
  static func tabSwitch(from: Tab, to: Tab, via: String) -> Output {
    .track(
      "tab_switch",
      ["from": .string(from.rawValue), "to": .string(to.rawValue), "via": .string(via)])
  }

  /// Opening `route` as the `depth`th of its path, as it is counted.
  static func routePush(_ route: Route, depth: Int, via: String) -> Output {
    .track(
      "route_push", ["kind": .string(route.kind), "depth": .int(depth), "via": .string(via)])
  }
}
