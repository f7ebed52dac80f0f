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
    let certificates = unsafe Self.certificates(in: pem)
    defer { unsafe certificates.forEach { unsafe X509_free($0) } }
    guard unsafe !certificates.isEmpty else { throw .noCertificate }
    authorities = pem
  }

  /// Puts them where libssl looks for them.
  func fill(_ store: OpaquePointer?) {
    guard let authorities else {
      unsafe X509_STORE_set_default_paths(store)
      return
    }
    unsafe Self.certificates(in: authorities).forEach { certificate in
      unsafe X509_STORE_add_cert(store, certificate)
      unsafe X509_free(certificate)
    }
  }

  /// The certificates of a PEM text. The caller owns them.
  private static func certificates(in text: [UInt8]) -> [OpaquePointer] {
    let memory = unsafe tls_memory(text, CInt(text.count))
    defer { unsafe BIO_free(memory) }
    var certificates: [OpaquePointer] = unsafe []
    while let certificate = unsafe PEM_read_bio_X509(memory, nil, nil, nil) {
      unsafe certificates.append(certificate)
    }
    ERR_clear_error()
    return unsafe certificates
  }
}
