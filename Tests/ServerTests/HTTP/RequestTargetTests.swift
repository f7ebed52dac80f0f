import Server
import Testing

struct RequestTargetTests {
  @Test func `path and query are decoded once`() throws {
    let target = try #require(RequestTarget("/v1/import?name=my+books%2B%26.csv&dry=1&flag"))
    #expect(target.path == "v1/import")
    #expect(target.query == ["name": "my books+&.csv", "dry": "1", "flag": ""])
    #expect(RequestTarget("/a%252e")?.path == "a%2e")
  }

  @Test(arguments: ["", "v1", "http://x/", "*", "/%", "/%4", "/%zz", "/%ff", "/?a=%ff"])
  func `what is no path of ours is none`(target: String) {
    #expect(RequestTarget(target) == nil)
  }

  @Test func `what is written reads back`() throws {
    let query = ["name": "Ünï & = + % # ?.csv", "empty": "", "line\n": "\u{1F4DA}"]
    let target = try #require(
      RequestTarget(RequestTarget.text(path: "control/import", query: query)))
    #expect(target.path == "control/import")
    #expect(target.query == query)
  }
}
