import COpenSSL

/// Whose word counts for who a server is.
public struct ServerTrust: Hashable, Sendable {
  /// Why a text names no authority.
  public enum Flaw: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no certificate in it.
    case noCertificate

    /// One sentence.
    public var description: String { "There is no certificate in PEM form there." }
  }

  /// Nil is this machine's own.
  private let authorities: [UInt8]?

  /// The authorities that this machine trusts: those of OpenSSL, or of `SSL_CERT_FILE`.
  public static let system = ServerTrust(authorities: nil)

  private init(authorities: [UInt8]?) { self.authorities = authorities }

  /// The authorities whose certificates stand in a text in PEM form, such as the `authority.crt` that
  /// `dogear tls init` makes, and no others.
  /// - Throws: `Flaw`.
  public init(pem: [UInt8]) throws(Flaw) {
    let certificates = unsafe tls_read_certificates(pem, CInt(pem.count))
    defer { unsafe tls_free_certificates(certificates) }
    guard unsafe tls_certificate(certificates, 0) != nil else { throw .noCertificate }
    authorities = pem
  }

  /// Puts them where libssl looks for them.
  func fill(_ store: OpaquePointer?) {
    guard let authorities else {
      unsafe X509_STORE_set_default_paths(store)
      return
    }
    let certificates = unsafe tls_read_certificates(authorities, CInt(authorities.count))
    defer { unsafe tls_free_certificates(certificates) }
    var index: CInt = 0
    while let certificate = unsafe tls_certificate(certificates, index) {
      unsafe X509_STORE_add_cert(store, certificate)
      index += 1
    }
  }
}
