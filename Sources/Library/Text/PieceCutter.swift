/// Cuts a text into pieces that an edit changes as a whole: lines, or words.
///
/// Rules of two neighbouring scalars alone, so that a merged text falls into the very pieces it was
/// put together from. No cut ever parts a grapheme cluster or a CR LF.
enum PieceCutter {
  /// Where lines of `text` begin, in order, and its end: a line ends after LF, CR LF or CR.
  static func lines(of text: ArraySlice<UInt8>) -> [Int] {
    var bounds = [text.startIndex]
    for index in text.indices {
      let isEnd =
        switch text[index] {
        case 0xA: true
        case 0xD: index + 1 == text.endIndex || text[index + 1] != 0xA
        default: false
        }
      if isEnd, index + 1 < text.endIndex { bounds.append(index + 1) }
    }
    if !text.isEmpty { bounds.append(text.endIndex) }
    return bounds
  }

  /// Where words of `text` begin, in order, and its end. A word is a line break, a run of other white
  /// space, one character of a script without spaces, or a run of anything else.
  static func words(of text: ArraySlice<UInt8>) -> [Int] {
    var bounds: [Int] = []
    var place = Place()
    var index = text.startIndex
    while index < text.endIndex {
      let (scalar, length) = scalar(at: index, of: text)
      if place.cuts(before: scalar) { bounds.append(index) }
      index += length
    }
    return bounds + [text.endIndex]
  }

  /// Whether `text` is white space on one line, or nothing.
  static func isBlank(_ text: [UInt8]) -> Bool {
    var index = 0
    while index < text.count {
      let (scalar, length) = scalar(at: index, of: text[...])
      guard scalar != 0xA, scalar != 0xD, ScalarRanges.space.contains(scalar) else { return false }
      index += length
    }
    return true
  }

  /// The scalar that begins at `index` of well-formed UTF-8, and its bytes' count.
  private static func scalar(
    at index: Int, of text: ArraySlice<UInt8>
  ) -> (scalar: UInt32, length: Int) {
    let first = UInt32(text[index])
    if first < 0x80 { return (first, 1) }
    func next(_ offset: Int) -> UInt32 { UInt32(text[index + offset] & 0x3F) }
    if first < 0xE0 { return ((first & 0x1F) << 6 | next(1), 2) }
    if first < 0xF0 { return ((first & 0xF) << 12 | next(1) << 6 | next(2), 3) }
    return ((first & 0x7) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
  }
}

extension PieceCutter {
  /// How far a text was read.
  private struct Place {
    /// What a scalar, with all that extends it, counts as.
    enum Kind { case carriageReturn, lineFeed, space, unspaced, other }

    private var last: Kind?
    private var joins = false

    /// Reads on past `scalar`, and says whether a piece begins with it.
    mutating func cuts(before scalar: UInt32) -> Bool {
      let kind = Self.kind(of: scalar)
      defer {
        joins = scalar >= 0x600 && ScalarRanges.joining.contains(scalar) || kind == nil && joins
        last = kind ?? (isAfterBreak ? .other : last)
      }
      if last == .carriageReturn, kind == .lineFeed { return false }
      if isAfterBreak || kind == .carriageReturn || kind == .lineFeed { return true }
      guard let kind, !joins else { return false }
      return kind == .unspaced || kind != last
    }

    private var isAfterBreak: Bool { last == nil || last == .carriageReturn || last == .lineFeed }

    /// Nil for what extends the scalar before it.
    private static func kind(of scalar: UInt32) -> Kind? {
      switch scalar {
      case 0xA: .lineFeed
      case 0xD: .carriageReturn
      case 0x20, 0x9, 0xB, 0xC: .space
      case ..<0x80, 0xAC00...0xD7A3: .other
      case 0x3400...0x4DBF, 0x4E00...0x9FFF: .unspaced
      case _ where ScalarRanges.extending.contains(scalar): nil
      case _ where ScalarRanges.space.contains(scalar): .space
      case _ where ScalarRanges.unspaced.contains(scalar): .unspaced
      default: .other
      }
    }
  }
}
