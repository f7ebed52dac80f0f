/// A request that waits for its answer.
struct WaitingRequest {
  let method: String
  /// What was asked for.
  let path: String
  let route: Route
  let start: ContinuousClock.Instant
  let asker: Asker

  /// The beginning of its path, for the log: what follows names an author or a book, and the query what somebody
  /// looks for, which no log tells. Of an address that is none, nothing: it may be a code in the wrong place.
  var place: String {
    switch route {
    case .unknown, .unknownMethod, .wrongMethod, .options: return "/…"
    default: break
    }
    // As it is read: a slash may be written as %2F.
    guard let path = RequestTarget(path)?.path else { return "/…" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    let shown = parts.prefix(parts.first == "v1" ? 2 : 1)
    return "/" + shown.joined(separator: "/") + (shown.count < parts.count ? "/…" : "")
  }
}
