import Library

extension Row {
  /// What `appendCanonical` appends.
  var canonicalText: String {
    var bytes: [UInt8] = []
    appendCanonical(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
