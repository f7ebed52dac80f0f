import COpenSSL

/// A certificate with those that vouch for it, and its private key: what a server shows to be who it
/// says it is (ARCHITECTURE, *Security*).
///
/// Take an ECDSA key: a handshake's signature is made on the loop, and costs it some 50 µs with P-256
/// against the better part of a millisecond with RSA-2048.
package struct TLSIdentity: Sendable {
  let chain: [UInt8]
  let key: [UInt8]

  /// Names and numeric addresses that the certificate is for, as it lists them.
  package let names: [String]

  /// When the certificate begins to be good, in seconds since 1970 UTC.
  package let startSeconds: Int

  /// When the certificate ends, in seconds since 1970 UTC.
  package let endSeconds: Int

  /// Takes the certificate, followed by those that vouch for it, and the key, each as the PEM text of
  /// a file. Everything is tried out.
  ///
  /// - Throws: `TLSError`.
  package init(chain: [UInt8], key: [UInt8]) throws(TLSError) {
    self.chain = chain
    self.key = key
    let credentials = try TLSCredentials(chain: chain, key: key)
    names = credentials.names
    startSeconds = credentials.startSeconds
    endSeconds = credentials.endSeconds
  }
}
