import Server
import Testing

struct StyleTextTests {
  private func sent(_ source: String) -> String {
    String(decoding: StyleText.withoutComments(Array(source.utf8)), as: UTF8.self)
  }

  @Test func `a comment becomes its line ends or a space, and indentation goes`() {
    #expect(
      sent("/* What\n * it is. */\na {\n  color: red; /* so */\n}\n")
        == "\n\na {\ncolor: red;  \n}\n")
    #expect(sent("a/* and */b {}") == "a b {}")
    #expect(sent("  /* alone */\n\ta {}") == "\na {}")
  }

  @Test(arguments: [
    #"a::before { content: "/* no comment */"; }"#, #"a { content: '\'/* none */'; }"#,
    "a { background: url(data:,/*none*/); }", #"a { background: url("/*none*/"); }"#,
    "a { content: \"b\\\n  c\"; }",
  ])
  func `what is no comment stays`(source: String) {
    #expect(sent(source) == source)
  }

  @Test(arguments: ["a { /* for ever", "a { content: \"b /* c */", "a { background: url(/* b */"])
  func `a text that ends inside of something is sent as it is`(source: String) {
    #expect(sent(source) == source)
  }
}
