/// A one-time pairing code, of which only the hash is kept.
package struct PairingRecord: Hashable, Sendable {
  /// The hash of the code's characters.
  package var code: SecretHash
  /// The account that a device joins by it.
  package var account: String
  /// From when on it is good for nothing, in milliseconds since 1970 UTC.
  package var expires: Int

  /// Makes a record from its parts.
  package init(code: SecretHash, account: String, expires: Int) {
    self.code = code
    self.account = account
    self.expires = expires
  }
}
