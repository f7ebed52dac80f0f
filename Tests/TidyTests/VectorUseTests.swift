import Testing

/// A rule that only one language is held to is no shared rule.
struct VectorUseTests {
  /// Folders whose rules exist on the server alone, with the reason.
  static let swiftOnly: Set<String> = [
    "catalog",  // other catalogues are asked by the server
    "framing",  // browsers frame for themselves
    "interchange",  // files are read on the server
  ]

  static let vectors = Repository.files("Tests/Vectors", ["json"])

  @Test(arguments: vectors)
  func `each vector file is read by both languages`(file: Repository.File) {
    let parts = file.path.split(separator: "/")
    let folder = String(parts[2])
    let swift = Repository.files("Tests", ["swift"]).filter { !$0.path.contains("TidyTests") }
    #expect(swift.contains { names(file, in: $0) }, "no Swift test reads \(file)")
    guard !Self.swiftOnly.contains(folder) else { return }
    let web = Repository.files("Tests/Web", ["mjs"])
    #expect(web.contains { names(file, in: $0) }, "no JavaScript test reads \(file)")
  }

  /// Whether `test` names the file, with its ending or, in a list of names, without.
  private func names(_ file: Repository.File, in test: Repository.File) -> Bool {
    test.text.contains(file.name) || test.text.contains("\"\(file.name.dropLast(5))\"")
  }
}
