import Library

/// The cell that lists a book's shelves: `cosy (#1), gifts (#7)`, or the names alone.
enum ShelfList {
  /// The shelves in the cell's order, each once, with the book's place where the cell has it.
  static func parse(_ text: String) -> [Draft.Place] {
    var places: [Draft.Place] = []
    for part in text.split(separator: ",") {
      let place = place(part.tidied)
      guard !place.shelf.isEmpty, !places.contains(where: { $0.shelf == place.shelf }) else {
        continue
      }
      places.append(place)
    }
    return places
  }

  private static func place(_ text: String) -> Draft.Place {
    let whole = Draft.Place(shelf: text.shortened(to: Library.Limits.nameLengthMax))
    guard text.hasSuffix(")"), let mark = text.lastIndex(of: "(") else { return whole }
    let inside = text[text.index(after: mark)...].dropLast()
    guard inside.first == "#", let number = Int(inside.dropFirst()), number >= 0 else {
      return whole
    }
    let name = text[..<mark].tidied
    return Draft.Place(shelf: name.shortened(to: Library.Limits.nameLengthMax), number: number)
  }
}

/// What an exclusive shelf of Goodreads says of a book's status.
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
