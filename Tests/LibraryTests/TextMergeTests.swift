import Library
import TestSupport
import Testing

/// The three-way merge of texts.
struct TextMergeTests {
  @Test(arguments: try Vectors.cases("library", "text-merge.json"))
  func `texts merge as the vectors say`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let base = try #require(given["base"]?.string)
    let left = try #require(given["left"]?.string)
    let right = try #require(given["right"]?.string)
    let expected = vector.body["expect"]?.string.map { Array($0.utf8) }
    #expect(TextMerge.merge(base: base, left, right).map { Array($0.utf8) } == expected)
    #expect(TextMerge.merge(base: base, right, left).map { Array($0.utf8) } == expected)
  }

  @Test(arguments: try Vectors.cases("library", "text-join.json"))
  func `texts join as the vectors say`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let joined = TextMerge.join(
      base: try #require(given["base"]?.string), try #require(given["left"]?.string),
      try #require(given["right"]?.string))
    #expect(joined.utf8.elementsEqual(try #require(vector.body["expect"]?.string).utf8))
  }
}
