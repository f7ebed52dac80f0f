import Testing
import Wire

struct CloseCodeTests {
  @Test func `every code has a name of its own`() {
    #expect(Set(CloseCode.allCases.map(\.errorCode)).count == CloseCode.allCases.count)
  }

  @Test func `a notice is made from a fault with its close code`() {
    let notice = ErrorNotice(WireError.tooLarge(byteCount: 5, max: 4))
    #expect(notice.code == "tooLarge")
    #expect(notice.message == "A message of 5 bytes came where at most 4 are allowed.")
    #expect(ErrorNotice(.rate, "Wait.", retryAfterMilliseconds: 9).code == "rate")
  }

  @Test func `a pull never asks for more than a page`() {
    #expect(Pull(since: 0, limit: 9_999).limit == Limits.pageRowCountMax)
    #expect(Pull(since: 0, limit: -1).limit == 1)
  }
}
