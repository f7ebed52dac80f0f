extension NavState {
  /// The link of what the active tab shows: what the address bar says, and what `Link(parsing:)`
  /// reads back. The library always names its list, so that `/library` alone stays a tab-level
  /// link.
  ///
  /// A link never exceeds its bound: a state that would leaves out its query, then its path from
  /// the near end, then its list.
  package var link: String {
    let tabLink = "/" + tab.configuration.segment
    let namesList = tab.configuration.lists.count > 1
    let root = tabLink + (namesList ? active.list?.link ?? "" : "")
    let routes = active.path.map(\.link)
    let whole = root + routes.joined() + (core.query?.link ?? "")
    if whole.utf8.count <= Limits.linkLength { return whole }
    for kept in (0...routes.count).reversed() {
      let shorter = root + routes.prefix(kept).joined()
      if shorter.utf8.count <= Limits.linkLength { return shorter }
    }
    return tabLink
  }
}

extension ListRef {
  fileprivate var link: String {
    switch self {
    case .shelf(let id): "/shelf/\(id)"
    case .status(let status): "/status/\(status.rawValue)"
    case .author(let name): "/author/\(percentEncoded(name))"
    case .all, .search, .settings: "/\(kind)"
    }
  }
}

extension Route {
  fileprivate var link: String {
    switch self {
    case .list(let list): "/in\(list.link)"
    case .page(let page): "/\(page.rawValue)"
    case .book(let id), .result(let id), .device(let id): "/\(kind)/\(id)"
    }
  }
}

extension Query {
  fileprivate var link: String {
    var members: [String] = []
    if !text.isEmpty { members.append("q=\(percentEncoded(text))") }
    for key in Filters.Key.allCases {
      guard let values = filters.values[key] else { continue }
      members.append("\(key.name)=\(values.map(percentEncoded).joined(separator: ","))")
    }
    if sort != Sort() { members.append("sort=\(sort.word)") }
    return members.isEmpty ? "" : "?" + members.joined(separator: "&")
  }
}

extension Sort {
  /// `title`, `-rating`, `random-4711`: a key, whether the greatest comes first, the seed of a random
  /// order.
  fileprivate var word: String {
    by == .random ? "\(by.rawValue)-\(seed)" : (isDescending ? "-" : "") + by.rawValue
  }
}

/// Everything outside RFC 3986's unreserved characters, as uppercase hex.
private func percentEncoded(_ text: String) -> String {
  var encoded: [UInt8] = []
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      encoded.append(byte)
    default:
      let digits = Array("0123456789ABCDEF".utf8)
      encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: encoded, as: UTF8.self)
}
