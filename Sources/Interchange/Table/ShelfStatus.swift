import Library

/// What a program's name for a status, an exclusive shelf of Goodreads for one, says of a book.
enum ShelfStatus: Hashable {
  /// One of ours.
  case status(String)
  /// None of ours: a shelf like others. `isAnswered` when the person said so.
  case shelf(isAnswered: Bool)

  /// Whether `name` is one of the three lists that everyone has at Goodreads.
  static func isBuiltIn(_ name: String) -> Bool {
    ["to-read", "currently-reading", "read"].contains(name.lowercased())
  }

  init(_ name: String, answers: JSONObject) {
    if let answer = answers[name] {
      if let status = answer.string, Self.known.contains(status) {
        self = .status(status)
      } else {
        self = .shelf(isAnswered: true)
      }
      return
    }
    // Words in any spelling: `Did-Not-Finish`, `did not finish`, `DNF`.
    let words = Folding.words(name)
    if let status = Self.statuses[words] {
      self = .status(status)
    } else {
      self = .shelf(isAnswered: false)
    }
  }

  private static let known: Set<String> = ["toRead", "reading", "paused", "read", "abandoned"]

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
