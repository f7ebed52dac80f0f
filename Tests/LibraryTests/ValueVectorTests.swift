import Library
import TestSupport
import Testing

/// The small types of a book's fields, held to the same vectors as their JavaScript.
struct ValueVectorTests {
  @Test(arguments: try Vectors.cases("library", "partial-date.json"))
  func `dates read as the vectors say`(vector: Vectors.Case) throws {
    let date = PartialDate(try #require(vector.body["given"]?.string))
    let json = date.map { date -> JSONValue in
      [
        "year": .int(date.year), "month": date.month.map { .int($0) } ?? .null,
        "day": date.day.map { .int($0) } ?? .null,
      ]
    }
    #expect(json ?? .null == vector.body["expect"])
  }

  @Test(arguments: try Vectors.cases("library", "isbn.json"))
  func `numbers of books normalise as the vectors say`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let number = ISBN.normalised(
      try #require(given["text"]?.string), restoresZeros: given["restoresZeros"]?.bool ?? false)
    #expect(number == vector.body["expect"]?.string)
    if let number { #expect(ISBN.isValid13(number)) }
  }

  @Test(arguments: try Vectors.cases("library", "language-tag.json"))
  func `language tags are well-formed as the vectors say`(vector: Vectors.Case) throws {
    let tag = try #require(vector.body["given"]?.string)
    #expect(LanguageTag.isValid(tag) == vector.body["expect"]?.bool)
  }

  @Test(arguments: try Vectors.cases("library", "tag.json"))
  func `tags are the same as the vectors say`(vector: Vectors.Case) throws {
    let tags = try #require(vector.body["given"]?.array).compactMap(\.string)
    let keys = tags.map { Schema.elementKey($0, of: "tags", in: "book") }
    #expect((keys[0] == keys[1]) == vector.body["expect"]?.bool)
  }

  @Test(arguments: try Vectors.cases("library", "fractional.json"))
  func `positions fall as the vectors say`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let key = FractionalKey.between(
      given["lower"]?.string, given["upper"]?.string, random: try #require(given["random"]?.int))
    #expect(key == vector.body["expect"]?.string)
  }

  @Test(arguments: try Vectors.cases("library", "canonical.json"))
  func `JSON has one text, as the vectors say`(vector: Vectors.Case) throws {
    let text = try #require(vector.body["given"]?.string)
    let canonical = try? JSONValue(parsing: text).canonicalText
    // By bytes: Swift's strings are equal when they are canonically equivalent.
    let expected = vector.body["expect"]?.string
    #expect(canonical.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test(arguments: try Vectors.cases("library", "schema.json"))
  func `kinds and fields are as the vectors say`(vector: Vectors.Case) throws {
    let kind = try #require(vector.body["given"]?.string.flatMap { Schema.kind($0) })
    let fields = kind.fields.mapValues { spec -> JSONValue in
      .array(
        [.string(spec.mergeClass.rawValue), spec.isAuthored ? "authored" : "passive"]
          + (spec.isRequired ? ["required"] : []))
    }
    let json: JSONValue = [
      "servers": .bool(kind.isServers), "pair": .bool(kind.isNamedByPair),
      "fields": .object(fields),
    ]
    #expect(json == vector.body["expect"])
  }
}
