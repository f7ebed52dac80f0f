/// Collects one line of a message at a time, from pieces of any size.
struct LineReader {
  private var line: [UInt8] = []

  /// Whether no part of a line has been read.
  var isEmpty: Bool { line.isEmpty }

  /// Takes bytes from `start` on until a line is whole, and returns it without its CR LF; nil when
  /// the bytes ran out first.
  ///
  /// CR and LF are allowed nowhere but together: a peer that takes a bare one for the end of a line
  /// would see another request than we do (RFC 9112 §2.2, §11.2).
  ///
  /// - Throws: `.malformedLine`, or `tooLong` as soon as the line exceeds `byteCountMax`.
  mutating func next(
    _ bytes: Span<UInt8>, from start: inout Int, byteCountMax: Int,
    tooLong: RequestError
  ) throws(RequestError) -> [UInt8]? {
    while start < bytes.count {
      let byte = bytes[start]
      start += 1
      if line.last == ASCII.carriageReturn {
        guard byte == ASCII.lineFeed else { throw .malformedLine }
        line.removeLast()
        defer { line.removeAll(keepingCapacity: true) }
        return line
      }
      guard byte != ASCII.lineFeed else { throw .malformedLine }
      guard line.count < byteCountMax || byte == ASCII.carriageReturn else { throw tooLong }
      line.append(byte)
    }
    return nil
  }
}
