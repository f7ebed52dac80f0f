import Library

/// What a program's name for a status, an exclusive shelf of Goodreads for one, says of a book by itself.
enum ShelfStatus {
  /// Whether `name` is one of the three lists that everyone has at Goodreads.
  static func isBuiltIn(_ name: String) -> Bool {
    ["to-read", "currently-reading", "read"].contains(name.lowercased())
  }

  /// The status of ours that `name` says in any spelling, such as `Did-Not-Finish`, `did not finish` or
  /// `DNF`; nil where it says none.
  static func status(called name: String) -> String? { statuses[Folding.words(name)] }

  private static let statuses: [String: String] = {
    var statuses = ["to read": "toRead", "currently reading": "reading", "read": "read"]
    let abandoned = [
      "dnf", "did not finish", "didnt finish", "not finished", "never finished", "unfinished",
      "dropped", "abandoned", "gave up", "gave up on", "given up", "quit", "stopped reading",
      "could not finish", "couldnt finish", "abgebrochen", "abandonne", "abandonnes", "abandonado",
      "abandonados", "abbandonato", "abbandonati", "afgebroken", "niet uitgelezen", "avbruten",
    ]
    for name in abandoned { statuses[name] = "abandoned" }
    for name in ["paused", "on hold", "hiatus", "on hiatus", "pausiert", "en pause", "en pausa"] {
      statuses[name] = "paused"
    }
    return statuses
  }()
}
