import Library
import Server
import Testing

struct QRCodeTests {
  @Test func `a code has the three corners that readers look for`() throws {
    let code = try #require(QRCode("http://127.0.0.1:8080/pair#ABCDE-12345"))
    #expect(code.size == 29)
    // Dark, light, dark: a ring of seven around a square of three (ISO/IEC 18004 §6.3.3).
    for (left, top) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
      for y in 0..<7 {
        for x in 0..<7 {
          let ring = max(abs(x - 3), abs(y - 3))
          #expect(code[left + x, top + y] == (ring != 2))
        }
      }
    }
    #expect(!code[-1, 0] && !code[0, code.size])
  }

  @Test func `a terminal shows the code that programs get`() throws {
    let code = try #require(QRCode("http://127.0.0.1:8080/pair#ABCDE-12345"))
    let lines = code.terminalLines.map { $0.dropFirst("\u{1B}[30;107m".count).dropLast(4) }
    let border = 2
    for (index, line) in lines.enumerated() {
      #expect(line.count == code.size + 2 * border)
      for (column, character) in line.enumerated() {
        let (x, y) = (column - border, 2 * index - border)
        #expect((character == "▀" || character == "█") == code[x, y])
        #expect((character == "▄" || character == "█") == code[x, y + 1])
      }
    }
    #expect(code.json["rows"]?.array?.count == code.size)
  }

  @Test func `a text that is too long, or none, has no code`() {
    #expect(QRCode("") == nil)
    #expect(QRCode(String(repeating: "a", count: Limits.qrTextByteCountMax)) != nil)
    #expect(QRCode(String(repeating: "a", count: Limits.qrTextByteCountMax + 1)) == nil)
  }
}
