import CQREncode
package import Library

/// A text as a QR code (ISO/IEC 18004), from libqrencode: what a phone's camera reads as a link.
package struct QRCode: Hashable, Sendable {
  /// Modules on each side, without the light border.
  package let size: Int
  /// Row by row from the top left, true where a module is dark.
  private let modules: [Bool]

  /// The smallest code for `text` that can still be read with 15 % of it covered; nil where the text is
  /// empty or longer than `Limits.qrTextByteCountMax`.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= Limits.qrTextByteCountMax,
      let code = unsafe QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { unsafe QRcode_free(code) }
    let size = unsafe Int(code.pointee.width)
    self.size = size
    // The lowest bit of each byte is the module; the others say what it is part of.
    modules = (0..<size * size).map { unsafe code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether the module in column `x` and row `y` is dark; outside of the code none is.
  package subscript(x: Int, y: Int) -> Bool {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return false }
    return modules[y * size + x]
  }

  /// `{size, rows}`: each row a text of `1` for dark and `0` for light.
  package var json: JSONValue {
    let rows = (0..<size).map { y in
      JSONValue.string(String((0..<size).map { x in self[x, y] ? "1" : "0" }))
    }
    return ["size": .int(size), "rows": .array(rows)]
  }

  /// The code for a terminal, two modules to a character, with the border that readers need. It is
  /// drawn in black on white whatever the terminal's colours are: few readers take it the other way.
  package var terminalLines: [String] {
    let border = 2
    return stride(from: -border, to: size + border, by: 2).map { y in
      let blocks = (-border..<size + border).map { x in
        switch (self[x, y], self[x, y + 1]) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return "\u{1B}[30;107m" + blocks.joined() + "\u{1B}[0m"
    }
  }
}
