import Server
import Testing

struct ConditionalTests {
  @Test(arguments: ["\"a\"", "W/\"a\"", "*", "\"b\", \"a\"", " \"b\" ,\t\"a\" "])
  func `a copy whose tag is named is still good`(field: String) {
    #expect(Conditional.matches(field, tag: "\"a\""))
  }

  @Test(arguments: [nil, "", "a", "\"A\"", "\"ab\"", "\"b\""])
  func `any other copy is not`(field: String?) {
    #expect(!Conditional.matches(field, tag: "\"a\""))
  }

  @Test(arguments: ["gzip", "GZIP", "br, gzip;q=0.5", "*", "deflate, *;q=0.1", "x-gzip"])
  func `gzip is sent to who can read it`(field: String) {
    #expect(Conditional.accepts("gzip", in: field))
  }

  @Test(arguments: [nil, "", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzip;q=0, *", "identity"])
  func `and not to who cannot`(field: String?) {
    #expect(!Conditional.accepts("gzip", in: field))
  }
}
