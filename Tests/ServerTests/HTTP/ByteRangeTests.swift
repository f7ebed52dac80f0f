import HTTPTypes
import Server
import Testing

/// Parts of a representation of ten bytes that is called `"a"` (RFC 9110 §14).
struct ByteRangeTests {
  func range(_ text: String?, ifRange: String? = nil, _ method: HTTPRequest.Method = .get)
    -> ByteRange
  {
    var request = HTTPRequest(method: method, scheme: nil, authority: "x", path: "/")
    request.headerFields[.range] = text
    request.headerFields[.ifRange] = ifRange
    return ByteRange(request, byteCount: 10, tag: "\"a\"")
  }

  @Test(arguments: [
    ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=3-5", 3..<6), ("bytes=3-", 3..<10),
    ("bytes=3-99", 3..<10), ("bytes=-3", 7..<10), ("bytes=-99", 0..<10), ("BYTES= 9-9 ", 9..<10),
    ("bytes=0-99999999999999999999", 0..<10), ("bytes=-99999999999999999999", 0..<10),
  ])
  func `one range is the bytes that it names`(text: String, expected: Range<Int>) {
    #expect(range(text) == .part(expected))
  }

  @Test(arguments: [
    "bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-",
  ])
  func `what names no byte that there is cannot be satisfied`(text: String) {
    #expect(range(text) == .unsatisfiable)
  }

  @Test(arguments: [
    nil, "", "bytes", "bytes=", "bytes=-", "bytes=5-3", "bytes=a-b", "bytes=+1-2", "bytes=1 - 2",
    "lines=0-1", "bytes=0-1,3-4", "bytes=0-1-2", "bytes=0x1-2",
  ])
  func `what is not one range is all of it`(text: String?) {
    #expect(range(text) == .whole)
  }

  @Test func `a part is only for who has the rest of the same`() {
    #expect(range("bytes=0-0", ifRange: "\"a\"") == .part(0..<1))
    for other in ["\"b\"", "W/\"a\"", "*", "Sun, 22 Nov 2026 00:00:00 GMT"] {
      #expect(range("bytes=0-0", ifRange: other) == .whole)
    }
    #expect(range("bytes=0-0", .head) == .whole)
  }
}
