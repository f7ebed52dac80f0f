import Library

extension Link {
  /// Reads a link by the grammar of NAVIGATION §3.4.
  /// - Throws: `LinkError`, saying what is wrong with it.
  package init(parsing link: String) throws(LinkError) {
    let scalars = link.unicodeScalars
    guard scalars.first == "/", scalars.count <= Limits.linkLength,
      !scalars.contains(where: { $0 == "#" || Text.isControl($0) })
    else { throw .form }
    let parts = link.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var segments = try Self.segments(parts[0])
    let query = try parts.count > 1 ? Self.query(parts[1]) : nil
    if segments.first == "book" { segments.insert(contentsOf: ["library", "all"], at: 0) }
    guard let tab = Self.tab(segments.first) else { throw .tab }
    var rest = LinkSegments(segments.dropFirst())
    let hasList = !tab.configuration.lists.isEmpty
    if rest.isEmpty, query == nil || !hasList {
      self = .tab(tab)
      return
    }
    let list = try rest.takeRootList(of: tab)
    let path = try rest.takePath(in: tab)
    self = .place(
      NavState.Core(
        tab: tab, list: list, path: path, query: hasList ? query ?? Query() : nil))
  }

  private static func tab(_ segment: String?) -> Tab? {
    guard let segment else { return .library }
    return TabConfiguration.all.first { $0.segment == segment }?.tab
  }

  private static func segments(_ path: Substring.UTF8View) throws(LinkError) -> [String] {
    if path.count == 1 { return [] }
    let encoded = path.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !encoded.contains(where: \.isEmpty) else { throw .form }
    var decoded: [String] = []
    for segment in encoded { decoded.append(try percentDecoded(segment)) }
    return decoded
  }

  /// The query of a link, or nil when it names none of our keys; other keys are ignored, and so is
  /// a value that means nothing here. The first of two equal keys counts.
  private static func query(_ text: Substring.UTF8View) throws(LinkError) -> Query? {
    var members: [String: Substring.UTF8View] = [:]
    for member in text.split(separator: UInt8(ascii: "&")) {
      let parts = member.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(Substring(parts[0]))
      guard Self.queryKeys.contains(key), members[key] == nil else { continue }
      members[key] = parts.count > 1 ? parts[1] : Substring().utf8
    }
    if members.isEmpty { return nil }
    var filters: JSONObject = [:]
    for key in Filters.Key.allCases {
      // Split before decoding: a comma inside a tag is written %2C.
      guard let encoded = members[key.name] else { continue }
      var values: [JSONValue] = []
      for value in encoded.split(separator: UInt8(ascii: ",")) {
        values.append(.string(try percentDecoded(value)))
      }
      filters[key.name] = .array(values)
    }
    let text = JSONValue.string(try percentDecoded(members["q"] ?? Substring().utf8))
    return Query(
      text: Text.cleaned(text, Limits.queryLength), filters: Filters(json: .object(filters)),
      sort: sort(try percentDecoded(members["sort"] ?? Substring().utf8)))
  }

  private static let queryKeys = Set(["q", "sort"] + Filters.Key.allCases.map(\.name))

  private static func sort(_ word: String) -> Sort {
    if let seed = seed(word) { return Sort(seed: seed) }
    let isDescending = word.hasPrefix("-")
    let key = Sort.Key(rawValue: isDescending ? String(word.dropFirst()) : word)
    return key.map { Sort(by: $0, isDescending: isDescending) } ?? Sort()
  }

  /// The seed of `random-4711`, of six digits at most; nil where the word is no such order.
  private static func seed(_ word: String) -> Int? {
    let prefix = "\(Sort.Key.random.rawValue)-"
    let digits = word.utf8.dropFirst(prefix.utf8.count)
    guard word.hasPrefix(prefix), (1...6).contains(digits.count),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(Substring(digits))
  }

  private static func percentDecoded(_ text: Substring.UTF8View) throws(LinkError) -> String {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = hexadecimal(rest.popFirst()), let low = hexadecimal(rest.popFirst())
      else { throw .encoding }
      bytes.append(high << 4 | low)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .encoding }
    return decoded
  }

  private static func hexadecimal(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): byte.map { $0 - UInt8(ascii: "0") }
    case .some(UInt8(ascii: "A")...UInt8(ascii: "F")): byte.map { $0 - UInt8(ascii: "A") + 10 }
    case .some(UInt8(ascii: "a")...UInt8(ascii: "f")): byte.map { $0 - UInt8(ascii: "a") + 10 }
    default: nil
    }
  }
}
