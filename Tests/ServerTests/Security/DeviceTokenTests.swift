import Server
import Testing

struct DeviceTokenTests {
  @Test func `a token is read back and has one hash`() throws {
    let token = DeviceToken()
    #expect(token.text.utf8.count == 43)
    let again = try #require(DeviceToken(token.text))
    #expect(again.hash == token.hash)
    #expect(token.hash.count == 32)
  }

  @Test(arguments: ["", "x", String(repeating: "a", count: 44), String(repeating: "=", count: 43)])
  func `a text of another shape is no token`(text: String) {
    #expect(DeviceToken(text) == nil)
  }

  @Test func `no program takes a token for an option`() {
    #expect((0..<1_000).allSatisfy { _ in !DeviceToken().text.hasPrefix("-") })
  }

  @Test func `a token never shows in a log`() {
    let token = DeviceToken()
    #expect(!"\(token)".contains(token.text))
    #expect(!String(reflecting: token).contains(token.text))
    #expect(!"\([token])".contains(token.text))
  }

  @Test func `the hash is SHA-256`() {
    // FIPS 180-4, the example "abc".
    let hash = SHA256.hash("abc".utf8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    #expect(
      hash.joined() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `base 32 is Crockford's`() {
    #expect(Base32.text(of: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == "ZZZZZZZZ")
    #expect(Base32.text(of: [0x08, 0x42]) == "1110")
    #expect(Base32.text(of: []) == "")
    #expect(SecureRandom.identifier().count == 26)
  }
}
