import Interchange
import Testing

/// Whoever is told that a file was not read is told what to do.
@Suite struct ImportErrorTests {
  @Test(arguments: [
    (ImportError.empty, "Dogear reads exports of"),
    (
      .tooLarge(byteCount: 300 << 20),
      "Split a table and bring in the parts; a library that is larger"
    ),
    (.tooManyRows, "split it and bring in the parts"),
    (.tooManyColumns, "take out those that are empty"),
    (.notReadYet(program: "Kavita"), "Dogear reads exports of"),
    (.unknown(found: "The file is JSON."), "Dogear reads exports of"),
    (.newerDocument(version: 2), "bring Dogear up to date"),
    (.brokenDocument, "export it again, or copy it anew"),
    (.brokenArchive, "export it again, or copy it anew"),
    (.unreadableArchive, "pack it again as a plain zip"), (.archive, "take it as it is"),
  ])
  func `each sentence says what to do`(error: ImportError, advice: String) {
    #expect(error.message.contains(advice))
  }
}
