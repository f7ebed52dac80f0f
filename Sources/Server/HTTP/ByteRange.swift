package import HTTPTypes

/// Which part of a representation a request asks for (RFC 9110 §14).
///
/// One range is understood. Several at once would let a small request have a large answer made, and no
/// browser asks that of what is served here: they are ignored, as they may be (§14.2).
package enum ByteRange: Hashable, Sendable {
  /// All of it: nothing else was asked for, or nothing that can be understood.
  case whole
  /// These bytes.
  case part(Range<Int>)
  /// None of the bytes that there are.
  case unsatisfiable

  /// Reads `Range` (and `If-Range`, §13.1.5) of a request for `byteCount` bytes that are called `tag`.
  package init(_ request: HTTPRequest, byteCount: Int, tag: String) {
    self = .whole
    let fields = request.headerFields
    // A condition that is a date is never met: nothing here has a date of modification.
    guard request.method == .get, fields[.ifRange].map({ $0 == tag }) ?? true,
      let text = fields[.range], let ends = Self.ends(text)
    else { return }
    switch ends {
    case (.number(let first), .number(let last)):
      guard first <= last else { return }
      self = first < byteCount ? .part(first..<min(last, byteCount - 1) + 1) : .unsatisfiable
    case (.number(let first), .nothing):
      self = first < byteCount ? .part(first..<byteCount) : .unsatisfiable
    case (.nothing, .number(let count)):
      let isSome = count > 0 && byteCount > 0
      self = isSome ? .part(byteCount - min(count, byteCount)..<byteCount) : .unsatisfiable
    case (.nothing, .nothing): return
    }
  }

  private enum End {
    case number(Int)
    case nothing
  }

  /// The two numbers of `bytes=FIRST-LAST`, either of which may be missing; nil where it is another
  /// unit, or not one range.
  private static func ends(_ text: String) -> (End, End)? {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let numbers = parts[1].trimmingSpaces
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard numbers.count == 2, let first = end(numbers[0]), let last = end(numbers[1]) else {
      return nil
    }
    return (first, last)
  }

  /// Digits alone, or nothing; a number beyond every number is beyond every file.
  private static func end(_ text: Substring) -> End? {
    guard !text.isEmpty else { return .nothing }
    let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? .number(Int(text) ?? Int.max) : nil
  }
}
