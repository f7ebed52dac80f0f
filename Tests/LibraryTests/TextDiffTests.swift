import Library
import TestSupport
import Testing

/// What one text has that another has not.
struct TextDiffTests {
  @Test(arguments: try Vectors.cases("library", "text-diff.json"))
  func `texts differ as the vectors say`(vector: Vectors.Case) throws {
    let old = try #require(vector.body["given"]?["from"]?.string)
    let new = try #require(vector.body["given"]?["to"]?.string)
    let runs = TextDiff.runs(from: old, to: new)
    let shown = JSONValue.array(
      runs.map { ["kind": .string($0.kind.rawValue), "text": .string($0.text)] })
    // By bytes: `==` holds texts equal that differ in normalisation.
    #expect(shown.canonicalBytes == vector.body["expect"]?.canonicalBytes)
  }
}
