import Navigation

/// Links are read or refused, the same each time.
enum LinkTarget: FuzzTarget {
  static let name = "links"

  static func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let link = try? Link(parsing: text)
    precondition(link == (try? Link(parsing: text)), "a link is read differently")
  }

  static func accepts(_ input: [UInt8]) -> Bool {
    (try? Link(parsing: String(decoding: input, as: UTF8.self))) != nil
  }
}
