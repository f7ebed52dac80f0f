import Navigation

/// Links are read or refused, the same each time.
enum LinkTarget: FuzzTarget {
  static let name = "links"

  static let seeds = [
    "/", "/library", "/library/all/book/b1/notes?q=emma&sort=title", "/book/b1",
    "/library/shelf/s1/author/Jane%20Austen", "/feed/book/b1", "/search/search?q=%F0%9F%98%80",
    "/library/status/reading?tag=a&tag=b",
  ].map { Array($0.utf8) }

  static func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let link = try? Link(parsing: text)
    precondition(link == (try? Link(parsing: text)), "a link is read differently")
  }
}
