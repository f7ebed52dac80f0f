import Catalog
import Library
import TestSupport
import Testing

/// The vectors of `Tests/Vectors/catalog`: what Open Library is asked, what it answers, and what books
/// that makes.
struct OpenLibraryVectorTests {
  static let lookups = (try? Vectors.cases("catalog", "open-library.json")) ?? []
  static let dates = (try? Vectors.cases("catalog", "dates.json")) ?? []

  @Test func `the vectors are there`() {
    #expect(Self.lookups.count >= 40 && Self.dates.count >= 40)
  }

  @Test(arguments: lookups)
  func `a look-up asks and finds what the vector says`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let expect = try #require(vector.body["expect"])
    guard let question = Self.question(given["ask"]) else {
      #expect(expect["page"]?.isNull == true)
      return
    }
    var lookup = OpenLibraryLookup(question)
    var paths: [JSONValue] = []
    var page: FoundPage?
    do throws(OpenLibraryError) {
      for answer in given["answers"]?.array ?? [] {
        paths.append(.string(lookup.path))
        page = try lookup.take(Self.answer(answer))
      }
      #expect(page?.json == expect["page"])
    } catch {
      #expect(expect["error"] == .string("\(error)"))
    }
    #expect(.array(paths) == expect["paths"])
  }

  @Test(arguments: lookups)
  func `what is found can be added to a library`(vector: Vectors.Case) throws {
    for item in vector.body["expect"]?["page"]?["items"]?.array ?? [] {
      let id = try #require(item["id"]?.string)
      #expect(item["book"]?.string == OpenLibraryID(id)?.entity.id)
      let entity = EntityKey(kind: "book", id: "openlibrary-" + id)
      let sets = item["add"]?["identifiers"]?.object ?? [:]
      let change = Change(
        entity, life: .create, set: item["fields"]?.object ?? [:], add: ["identifiers": sets])
      try Validation.check(change, device: "d1")
    }
  }

  @Test(arguments: dates)
  func `a written date is what it says, and no more`(vector: Vectors.Case) throws {
    let written = try #require(vector.body["given"]?.string)
    #expect(PublicationDate(written)?.text == vector.body["expect"]?.string)
  }

  /// Half of the bytes of an answer may be anybody's.
  @Test(arguments: 1...40)
  func `whatever comes is told, or can be added to a library`(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    for vector in Self.lookups {
      let given = vector.body["given"]
      guard let question = Self.question(given?["ask"]) else { continue }
      var lookup = OpenLibraryLookup(question)
      for answer in given?["answers"]?.array ?? [] {
        guard case .bytes(var bytes) = Self.answer(answer), !bytes.isEmpty else { continue }
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
        }
        guard let page = try? lookup.take(.bytes(bytes)) else { continue }
        for book in page.books {
          let sets = JSONObject(book.identifiers.map { ($0, JSONValue.null) }) { $1 }
          try Validation.check(
            Change(book.entity, life: .create, set: book.fields, add: ["identifiers": sets]),
            device: "d1")
        }
      }
    }
  }

  private static func question(_ ask: JSONValue?) -> OpenLibraryQuestion? {
    if let id = ask?["id"]?.string { return OpenLibraryID(id).map(OpenLibraryQuestion.book) }
    return OpenLibraryQuestion(typed: ask?["typed"]?.string ?? "", page: ask?["page"]?.int ?? 1)
  }

  private static func answer(_ answer: JSONValue) -> OpenLibraryLookup.Answer {
    if answer["nothing"] == true { return .nothing }
    if let text = answer["text"]?.string { return .bytes(Array(text.utf8)) }
    return .bytes(answer["json"]?.canonicalBytes ?? [])
  }
}
