import Library
import TestSupport
import Testing

/// What the vectors cannot say, because JavaScript reads it otherwise or not at all.
struct JSONTests {
  @Test func `names that differ only in normalisation are two names, as in JavaScript`() throws {
    let text = "{\"e\u{301}\":2,\"é\":1}"
    let value = try JSONValue(parsing: text)
    #expect(value["é"] == 1)
    #expect(value["e\u{301}"] == 2)
    #expect(value.canonicalBytes == Array(text.utf8))
  }

  @Test(arguments: [#""\ud800""#, #""\udc00\ud800""#, #""\ud83dx""#])
  func `half a surrogate pair is no text`(json: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: json) }
  }

  @Test func `bytes that are no UTF-8 are no text`() {
    #expect(throws: JSONError.invalidText(offset: 0)) {
      try JSONValue(parsing: [0x22, 0xC3, 0x28, 0x22])
    }
  }

  @Test func `a number beyond every double is refused`() {
    #expect(throws: JSONError.numberOutOfRange(offset: 0)) { try JSONValue(parsing: "1e400") }
  }

  @Test func `the least integer of the machine is a number like any other`() throws {
    #expect(try JSONValue(parsing: "-9223372036854775808") == .double(-9_223_372_036_854_775_808))
  }

  @Test func `64 levels are read and 65 are not`() throws {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try JSONValue(parsing: deepest).canonicalText == deepest)
    #expect(throws: JSONError.tooDeep(offset: 64)) { try JSONValue(parsing: "[" + deepest + "]") }
  }

  @Test(arguments: 0..<50)
  func `damaged JSON is an error or a value, never a crash`(seed: Int) throws {
    let text = #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00x",true,null],"b":{"c":{},"d":"é"}}"#
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...3, using: &random))
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      #expect(try JSONValue(parsing: value.canonicalBytes) == value)
    }
  }

  @Test(arguments: 0..<20)
  func `any double prints and reads back as itself`(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let value = JSONValue(number: number)
      #expect(try JSONValue(parsing: value.canonicalText) == value)
    }
  }
}
