import Testing

/// What a reader of the sources relies on without looking.
struct HouseRulesTests {
  /// A spelling that is banned, where, and what to write instead.
  struct Ban: Sendable, CustomStringConvertible {
    let spelling: String
    let targets: Set<String>?
    let instead: String
    /// Files that may use it, each for the reason beside it.
    var except: Set<String> = []
    var description: String { spelling }
  }

  static let swiftBans = [
    Ban(
      spelling: "@unchecked Sendable", targets: nil,
      instead: "an actor on a queue executor, or a plain struct inside one"),
    Ban(spelling: "nonisolated(unsafe)", targets: nil, instead: "a Mutex around leaf data"),
    Ban(spelling: "try!", targets: nil, instead: "a typed error or a precondition with its reason"),
    Ban(spelling: "fatalError(", targets: nil, instead: "precondition with its reason"),
    Ban(
      spelling: " Task {", targets: ["Transport", "Server", "Hub"],
      instead: "post to the owner's queue: tasks reorder messages"),
    Ban(
      spelling: "await ", targets: ["Transport", "Server", "Hub", "Store"],
      instead: "synchronous methods on the owner's executor: awaiting lets others in",
      except: [
        "LoopGroup.swift",  // stopping waits for every loop to drain
        "DogearServer.swift",  // start and stop are awaited by the command line
      ]),
  ]

  static let webBans = [
    Ban(spelling: "innerHTML", targets: nil, instead: "createElement and textContent"),
    Ban(spelling: "eval(", targets: nil, instead: "a function"),
    Ban(
      spelling: "Date.now", targets: ["library", "navigation", "wire", "replica"],
      instead: "the time as an argument"),
    Ban(
      spelling: "Math.random", targets: ["library", "navigation", "wire", "replica"],
      instead: "randomness as an argument"),
    Ban(
      spelling: "document.", targets: ["library", "navigation", "wire", "replica"],
      instead: "values: the pure modules touch no DOM"),
    Ban(
      spelling: "fetch(", targets: ["library", "navigation", "wire", "replica"],
      instead: "outputs: the pure modules touch no network"),
  ]

  @Test(arguments: swiftBans)
  func `no Swift source uses a banned spelling`(ban: Ban) {
    expectNone(of: ban, in: Repository.swiftSources)
  }

  @Test(arguments: webBans)
  func `no Web module uses a banned spelling`(ban: Ban) {
    expectNone(of: ban, in: Repository.webModules)
  }

  private func expectNone(of ban: Ban, in files: [Repository.File]) {
    for file in files where ban.targets?.contains(file.target) ?? true {
      guard !ban.except.contains(file.name) else { continue }
      for (number, line) in file.lines.enumerated() where !isComment(line) {
        #expect(
          !line.contains(ban.spelling),
          "\(file):\(number + 1) uses \(ban.spelling): write \(ban.instead)")
      }
    }
  }

  /// The formatter's documentation rule sees only `public`; our cross-target surface is `package`.
  @Test(arguments: Repository.swiftSources)
  func `every package declaration is documented`(file: Repository.File) {
    let lines = file.lines
    for (number, line) in lines.enumerated() {
      let code = line.drop { $0 == " " }
      guard code.hasPrefix("package "), !code.hasPrefix("package import") else { continue }
      // Attributes may stand between the comment and the declaration.
      let above = lines[..<number].last { !$0.drop { $0 == " " }.hasPrefix("@") }
      let comment = above.map { $0.drop { $0 == " " } } ?? ""
      #expect(comment.hasPrefix("///"), "\(file):\(number + 1) has no documentation comment")
    }
  }

  /// The words of one language are in two files, those of the first list and the others, however many
  /// there are (INTERFACE, *Words*): whoever translates them needs no other.
  private static let dictionaries = ["Web/messages/en.js", "Web/messages/en-rest.js"]
  /// The list of the client's files has a line for each, and is written by a program.
  private static let listing = "Web/shell-files.js"

  @Test(arguments: Repository.swiftSources + Repository.webModules)
  func `a file holds one idea`(file: Repository.File) {
    guard !Self.dictionaries.contains(file.path), file.path != Self.listing else { return }
    #expect(file.lines.count <= 450, "\(file) has \(file.lines.count) lines")
  }

  private func isComment(_ line: Substring) -> Bool {
    let code = line.drop { $0 == " " }
    return code.hasPrefix("//") || code.hasPrefix("*") || code.hasPrefix("/*")
  }
}
