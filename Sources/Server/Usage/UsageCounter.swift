/// What a browser counts of its own use (NAVIGATION §3.9): a closed set of names, so that no id, title or
/// text can come in by any way. The client's `Web/scene/usage.js` has the same set.
package enum UsageCounter {
  private static let tabs: Set<Substring> = ["library", "search", "feed", "settings"]

  /// Each counter with the kinds there are of it, in order.
  private static let kinds: [Substring: [Set<Substring>]] = [
    "tab_switch": [tabs, tabs, ["selectTab", "openLink"]],
    "route_push": [
      ["book", "result", "list", "page", "device"], Set((1...16).map { Substring("\($0)") }),
      ["openItem", "push", "openLink"],
    ],
    "route_pop": [],
    "list_change": [],
    "present": [],
    "link_open": [["tab", "route"]],
    "link_invalid": [["form", "encoding", "tab", "list", "route", "order"]],
    "adopt": [],
    "follow_stop": [["action", "user", "closed", "private"]],
    "remote_open": [["opened", "delivered", "blocked", "dismissed", "expired"]],
    "repair": [["R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7"]],
  ]

  /// Whether `text` names a counter with one of its kinds: `route_push book 1 openItem`.
  package static func isCounter(_ text: String) -> Bool {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let name = parts.first, let kinds = kinds[name], kinds.count == parts.count - 1 else {
      return false
    }
    return zip(kinds, parts.dropFirst()).allSatisfy { $0.contains($1) }
  }
}
