import Library

/// The number in a cell by which a book is known everywhere.
enum BookNumber {
  /// `isbn:…` or `asin:…` of a bare cell; nil where it is neither.
  static func identifier(_ text: String) -> String? {
    if let isbn = ISBN.normalised(text) { return "isbn:\(isbn)" }
    return isAmazonNumber(text) ? "asin:\(text.uppercased())" : nil
  }

  /// A cell without the quotes and signs that keep a spreadsheet from taking it for a number.
  static func bare(_ text: String) -> String {
    String(text.filter { $0 != "=" && $0 != "\"" && $0 != "'" }).trimmed
  }

  /// Amazon's numbers for books without ISBN: `B0` and eight more letters or digits.
  private static func isAmazonNumber(_ text: String) -> Bool {
    text.utf8.count == 10 && text.uppercased().hasPrefix("B0")
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
