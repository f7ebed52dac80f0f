import Server
import Testing

struct PairingCodeTests {
  @Test func `a code is read back however a person types it`() throws {
    let code = PairingCode()
    let text = code.text
    #expect(text.count == 11)
    #expect(PairingCode(text) == code)
    #expect(PairingCode(text.lowercased()) == code)
    #expect(PairingCode(text.replacing("-", with: " ")) == code)
    #expect(PairingCode(text.replacing("-", with: "")) == code)
  }

  @Test func `letters that look like digits are digits`() {
    #expect(PairingCode("OIL00-00000") == PairingCode("01100-00000"))
  }

  @Test(arguments: ["", "ABCDE-1234", "ABCDE-123456", "ABCDE-1234!", "ÄBCDE-12345", "UUUUU-UUUUU"])
  func `what cannot be a code is none`(text: String) {
    #expect(PairingCode(text) == nil)
  }

  @Test func `a text of any length is turned down without work`() {
    #expect(PairingCode(String(repeating: "-", count: 1_000_000)) == nil)
  }

  @Test func `no two codes are the same`() {
    #expect(Set((0..<1_000).map { _ in PairingCode().text }).count == 1_000)
  }
}
