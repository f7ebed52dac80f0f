/// What a blob is called: after its own bytes, so that two devices that keep the same picture keep it once, and
/// whoever has the name can tell whether what comes is what was meant.
package enum BlobName {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The SHA-256 of `bytes` in 64 lower-case hexadecimal digits, which is an `Identifier` of the greatest
  /// length there is.
  package static func of(_ bytes: [UInt8]) -> String {
    let hash = SHA256.hash(bytes)
    return String(
      decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
