/// Why another catalogue gives no answer, as one sentence for a person.
enum CatalogueFault: Error, Hashable, Sendable {
  /// It cannot be reached; libcurl's reason.
  case unreachable(String)
  /// It did not answer in time.
  case late
  /// It asks for some rest, of so many milliseconds.
  case asksToWait(Int)
  /// It answers with a status that is no answer.
  case refused(Int)
  /// Its answer leads to another host.
  case leadsElsewhere
  /// Its answer is longer than any that is read.
  case tooLong
  /// Its answer is not what it describes.
  case unreadable
  /// As many questions wait as may.
  case tooManyWait

  /// Whether the catalogue itself is away, so that the next question would fare no better.
  var isLasting: Bool {
    switch self {
    case .unreachable, .asksToWait: true
    default: false
    }
  }
}

extension CatalogueFault: CustomStringConvertible {
  /// The sentence for a person.
  var description: String {
    switch self {
    case .unreachable:
      "Open Library cannot be reached now; your own books and the catalogue here are searched all the same."
    case .late:
      "Open Library did not answer in time; your own books and the catalogue here are searched all the same."
    case .asksToWait: "Open Library asks to wait a while; try again then."
    case .refused(let status):
      "Open Library could not answer that (its status is \(status)); try again later."
    case .leadsElsewhere:
      "Open Library's answer leads to another server, which is not asked; try again later."
    case .tooLong: "Open Library's answer is too long to be read; look for something narrower."
    case .unreadable: "Open Library's answer could not be read; try again later."
    case .tooManyWait:
      "Too many questions to Open Library wait for their turn; try again in a moment."
    }
  }
}
