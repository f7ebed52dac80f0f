import Server
import Testing

struct PictureTypeTests {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let webp = Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8)

  @Test func `a picture is told by its bytes`() {
    #expect(PictureType([0xFF, 0xD8, 0xFF, 0xE1, 0]) == .jpeg)
    #expect(PictureType(Self.png + [0]) == .png)
    #expect(PictureType(Self.webp) == .webp)
  }

  @Test(arguments: [
    [], [0xFF, 0xD8], [0xFF, 0xD8, 0xFE], Array(png.dropLast()), Array("RIFF1234WAVE".utf8),
    Array("RIFF1234".utf8), Array("GIF89a".utf8), Array("<svg xmlns=\"\">".utf8),
    Array("<!doctype html>".utf8), [0x0A] + png,
  ])
  func `what can hold a script, or is cut short, is none`(bytes: [UInt8]) {
    #expect(PictureType(bytes) == nil)
  }
}
