extension StringProtocol {
  /// Whether there is nothing but white space and control characters.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.isBlank) }

  /// Without white space and control characters at either end.
  var trimmed: String {
    if utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return String(self) }
    let scalars = Substring(self).unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isBlank }),
      let last = scalars.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Trimmed, and every run of white space and control characters inside as one space: names and
  /// titles as a person writes them.
  var tidied: String {
    if utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return String(self) }
    var tidy = String.UnicodeScalarView()
    var isGap = false
    for scalar in unicodeScalars {
      if scalar.isBlank {
        isGap = !tidy.isEmpty
      } else {
        if isGap { tidy.append(" ") }
        isGap = false
        tidy.append(scalar)
      }
    }
    return String(tidy)
  }

  /// Without the line breaks at its end.
  var trimmedOfLineBreaks: String {
    var scalars = Substring(self).unicodeScalars
    while let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
    return String(scalars)
  }

  /// At most `count` scalars, as Library counts lengths; what is cut is marked.
  func shortened(to count: Int) -> String {
    guard unicodeScalars.count > count else { return String(self) }
    return String(Substring(self).unicodeScalars.prefix(count - 1)) + "…"
  }

  /// Without the control characters that no text field takes; lines and tabs stay.
  var withoutControls: String {
    let isClean = { (scalar: Unicode.Scalar) in
      scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
        || scalar == "\n" || scalar == "\r" || scalar == "\t"
    }
    guard !unicodeScalars.allSatisfy(isClean) else { return String(self) }
    return String(String.UnicodeScalarView(unicodeScalars.filter(isClean)))
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool {
    value <= 0x20 || (value >= 0x7F && (properties.isWhitespace || value < 0xA0))
  }
}
