/// A style sheet as it is sent: without its comments and its indentation, which are a ninth of what a
/// browser would load of it compressed, and with every line on its own number.
///
/// A comment becomes the line ends it holds, or one space (CSS Syntax 3 §4.3.2 drops it between tokens).
/// Strings, and addresses without quotation marks, are as they were. A text that ends inside of something
/// is sent as it is.
package struct StyleText {
  private var rest: ArraySlice<UInt8>
  private var output: [UInt8] = []
  private var isLineStart = true

  /// `source` without its comments, or as it is where it cannot be followed.
  package static func withoutComments(_ source: [UInt8]) -> [UInt8] {
    var text = StyleText(rest: source[...])
    return text.read() ? text.output : source
  }

  /// Reads to the end; false where the text ends inside of something.
  private mutating func read() -> Bool {
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "*"):
        guard skipComment() else { return false }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard copy(to: byte) else { return false }
      case UInt8(ascii: "(") where output.suffix(3).elementsEqual("url".utf8):
        take()
        guard
          rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'")
            || copy(to: UInt8(ascii: ")"))
        else { return false }
      case UInt8(ascii: " ") where isLineStart, UInt8(ascii: "\t") where isLineStart:
        rest.removeFirst()
      default: take()
      }
    }
    return true
  }

  private mutating func take() {
    guard let byte = rest.popFirst() else { return }
    output.append(byte)
    isLineStart = byte == UInt8(ascii: "\n")
  }

  /// Copies up to the next `end` that no backslash stands before.
  private mutating func copy(to end: UInt8) -> Bool {
    take()
    while let byte = rest.first {
      take()
      if byte == end { return true }
      if byte == UInt8(ascii: "\\") { take() }
    }
    return false
  }

  private mutating func skipComment() -> Bool {
    rest = rest.dropFirst(2)
    var lineCount = 0
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") {
        rest.removeFirst()
        output += [UInt8](repeating: UInt8(ascii: "\n"), count: lineCount)
        isLineStart = isLineStart || lineCount > 0
        if !isLineStart { output.append(UInt8(ascii: " ")) }
        return true
      }
      if byte == UInt8(ascii: "\n") { lineCount += 1 }
    }
    return false
  }
}
