import Library
import Server
import TestSupport
import Testing

struct BlobNameTests {
  static let cases = (try? Vectors.cases("blobs", "names.json")) ?? []

  @Test(arguments: cases)
  func `a blob is called after its bytes, by the client and the server alike`(
    _ vector: Vectors.Case
  ) throws {
    let digits = Array(try #require(vector.body["when"]?.string))
    let bytes = try stride(from: 0, to: digits.count, by: 2).map { place in
      try #require(UInt8(String(digits[place...(place + 1)]), radix: 16))
    }
    let name = BlobName.of(bytes)
    #expect(name == vector.body["expect"]?.string)
    #expect(Identifier.isValid(name))
  }
}
