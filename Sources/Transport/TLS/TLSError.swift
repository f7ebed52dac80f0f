import COpenSSL

/// Why a certificate and its key cannot be used. The description is one sentence for a person.
package enum TLSError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no certificate in the file, or it is no PEM.
  case unreadableCertificate
  /// There is no private key in the file, or it is no PEM, or a passphrase guards it.
  case unreadableKey
  /// The key is not that of the certificate.
  case mismatched
  /// libssl does not take them, for the reason that it gives: keys that are too short, mostly.
  case unusable(String)

  /// One sentence.
  package var description: String {
    switch self {
    case .unreadableCertificate: "There is no certificate in PEM form there."
    case .unreadableKey: "There is no private key in PEM form without a passphrase there."
    case .mismatched: "The private key does not belong to the certificate."
    case .unusable(let reason): "The certificate cannot be used: \(reason)."
    }
  }

  /// What libcrypto noted last on this thread, in its own words.
  static var reason: String {
    let code = ERR_peek_last_error()
    guard code != 0, let text = unsafe ERR_reason_error_string(code) else { return "no reason" }
    return unsafe String(cString: text)
  }
}
