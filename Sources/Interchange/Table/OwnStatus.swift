import Library

/// What people write into a column of their own for how far they are with a book.
enum OwnStatus {
  /// Our statuses by their words, folded.
  static let names = [
    "yes": "read", "y": "read", "x": "read", "true": "read", "read": "read", "finished": "read",
    "completed": "read",
    "reading": "reading", "currently reading": "reading", "in progress": "reading",
    "to read": "toRead", "want to read": "toRead", "tbr": "toRead",
    "paused": "paused", "on hold": "paused",
    "abandoned": "abandoned", "dnf": "abandoned", "did not finish": "abandoned",
  ]

  /// That a book was not read says nothing more.
  static let negatives: Set<String> = ["no", "n", "false", "unread", "not read"]
}

extension Draft {
  /// Takes a status, or whether the book was read. A word that is neither names a shelf, and is asked about.
  mutating func readOwnStatus(_ name: String, answers: StatusAnswers) {
    let folded = Folding.words(name)
    guard !folded.isEmpty, !OwnStatus.negatives.contains(folded) else { return }
    if let status = OwnStatus.names[folded] {
      fields["status"] = .string(status)
    } else {
      let shelf = Place(shelf: name.shortened(to: Library.Limits.nameLengthMax))
      readStatus(name, answers: answers, shelf: shelf)
    }
  }
}
