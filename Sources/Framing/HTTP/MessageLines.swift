/// The lines of one message after the other, requests or answers, from pieces of any size: each within the
/// limit that holds where it stands.
struct MessageLines {
  private let limits: HTTPLimits
  private var lines = LineReader()
  private var fieldsByteCount = 0
  private var fieldCount = 0

  init(_ limits: HTTPLimits) { self.limits = limits }

  /// Whether no part of a line has been read.
  var isEmpty: Bool { lines.isEmpty }

  /// The first line of a message; nil when the bytes ran out first, here as below.
  ///
  /// - Throws: `.malformedLine` or `.requestLineTooLong`.
  mutating func first(
    _ bytes: Span<UInt8>, _ start: inout Int
  ) throws(RequestError) -> [UInt8]? {
    try lines.next(
      bytes, from: &start, byteCountMax: limits.requestLineByteCountMax,
      tooLong: .requestLineTooLong)
  }

  /// The next line of a head or of trailers, which end with an empty one.
  ///
  /// - Throws: `.malformedLine`, `.fieldsTooLarge` or `.tooManyFields`.
  mutating func field(
    _ bytes: Span<UInt8>, _ start: inout Int
  ) throws(RequestError) -> [UInt8]? {
    let line = try lines.next(
      bytes, from: &start, byteCountMax: limits.fieldsByteCountMax - fieldsByteCount,
      tooLong: .fieldsTooLarge)
    guard let line, !line.isEmpty else {
      if line != nil { (fieldsByteCount, fieldCount) = (0, 0) }
      return line
    }
    fieldsByteCount += line.count
    fieldCount += 1
    guard fieldCount <= limits.fieldCountMax else { throw .tooManyFields }
    return line
  }

  /// The line before a chunk, or behind it.
  ///
  /// - Throws: `.malformedLine` or `.malformedChunk`.
  mutating func chunk(
    _ bytes: Span<UInt8>, _ start: inout Int
  ) throws(RequestError) -> [UInt8]? {
    try lines.next(
      bytes, from: &start, byteCountMax: limits.chunkLineByteCountMax, tooLong: .malformedChunk)
  }
}
