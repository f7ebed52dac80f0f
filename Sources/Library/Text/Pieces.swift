/// A text cut into pieces, each with a number that is the same for the same bytes.
///
/// Bytes, since `String` holds texts equal that differ in normalisation, and an edit may be just that.
struct Pieces {
  /// How a text is cut.
  enum Size { case lines, words }

  private let text: ArraySlice<UInt8>
  private let bounds: [Int]
  /// One number for each piece.
  let numbers: [Int32]

  init(_ text: ArraySlice<UInt8>, by size: Size, _ numbering: inout Numbering) {
    self.text = text
    let bounds =
      switch size {
      case .lines: PieceCutter.lines(of: text)
      case .words: PieceCutter.words(of: text)
      }
    self.bounds = bounds
    numbers = zip(bounds, bounds.dropFirst()).map { numbering.number(of: text[$0..<$1]) }
  }

  var count: Int { numbers.count }

  /// The bytes of so many pieces.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    text[bounds[range.lowerBound]..<bounds[range.upperBound]]
  }

  /// Hands out numbers, to all texts that are to be compared.
  struct Numbering {
    /// Most words, by their bytes and how many they are: cheaper to look up than as a slice.
    private var short: [UInt64: Int32] = [:]
    private var long: [ArraySlice<UInt8>: Int32] = [:]

    mutating func number(of piece: ArraySlice<UInt8>) -> Int32 {
      let next = Int32(short.count + long.count)
      if piece.count < UInt64.bitWidth / 8 {
        let packed = piece.reduce(UInt64(piece.count)) { $0 << 8 | UInt64($1) }
        if let number = short[packed] { return number }
        short[packed] = next
      } else {
        if let number = long[piece] { return number }
        long[piece] = next
      }
      return next
    }
  }
}
