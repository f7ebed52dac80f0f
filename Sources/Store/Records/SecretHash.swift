/// The SHA-256 of a token or a pairing code: all that is ever stored of one.
///
/// Callers hash; a hash is as public as an id, so comparing two needs no constant time.
package struct SecretHash: Hashable, Sendable {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Takes the 32 bytes of a hash.
  package init(_ bytes: [UInt8]) {
    precondition(bytes.count == Limits.secretHashByteCount, "A SHA-256 has 32 bytes.")
    self.bytes = bytes
  }
}
