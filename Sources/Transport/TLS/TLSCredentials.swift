import COpenSSL

/// One certificate with its key, ready for handshakes: libssl's `SSL_CTX`. Confined to its loop.
///
/// Safe because it owns what it points to, from a successful `init` to the end.
@safe final class TLSCredentials {
  let context: OpaquePointer

  /// TLS 1.2 with forward secrecy and authenticated encryption alone; the suites of 1.3 are all so.
  private static let suites = "ECDHE+AESGCM:ECDHE+CHACHA20"
  private static let groups = "X25519:P-256:P-384"

  /// Reads PEM, and binds the key to the certificate.
  ///
  /// - Throws: `TLSError`.
  init(chain: [UInt8], key: [UInt8]) throws(TLSError) {
    ERR_clear_error()
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
      throw .unusable(TLSError.reason)
    }
    unsafe self.context = context
    configure()
    try take(chain: chain)
    try take(key: key)
  }

  deinit { unsafe SSL_CTX_free(context) }

  private func configure() {
    unsafe tls_set_versions(context)
    unsafe SSL_CTX_set_cipher_list(context, Self.suites)
    unsafe tls_set_groups(context, Self.groups)
    unsafe tls_set_behaviour(context)
    // Sessions live in the peers' tickets, not here.
    unsafe tls_disable_session_cache(context)
    unsafe SSL_CTX_set_num_tickets(context, 1)
    unsafe SSL_CTX_set_timeout(context, TransportLimits.ticketSeconds)
  }

  private func take(chain: [UInt8]) throws(TLSError) {
    let certificates = unsafe tls_read_certificates(chain, CInt(chain.count))
    defer { unsafe tls_free_certificates(certificates) }
    guard let leaf = unsafe tls_certificate(certificates, 0) else { throw .unreadableCertificate }
    guard unsafe SSL_CTX_use_certificate(context, leaf) == 1 else {
      throw .unusable(TLSError.reason)
    }
    var index: CInt = 1
    while let certificate = unsafe tls_certificate(certificates, index) {
      unsafe X509_up_ref(certificate)
      guard unsafe tls_add_chain_certificate(context, certificate) == 1 else {
        unsafe X509_free(certificate)
        throw .unusable(TLSError.reason)
      }
      index += 1
    }
  }

  private func take(key: [UInt8]) throws(TLSError) {
    guard let key = unsafe tls_read_key(key, CInt(key.count)) else { throw .unreadableKey }
    defer { unsafe EVP_PKEY_free(key) }
    guard unsafe SSL_CTX_use_PrivateKey(context, key) == 1,
      unsafe SSL_CTX_check_private_key(context) == 1
    else {
      ERR_clear_error()
      throw .mismatched
    }
  }

  // MARK: What the certificate says

  private var certificate: OpaquePointer? { unsafe SSL_CTX_get0_certificate(context) }

  /// Whether the certificate is for the host `name`, wildcards seen to.
  func isFor(_ name: UnsafePointer<CChar>) -> Bool {
    unsafe X509_check_host(certificate, name, 0, 0, nil) == 1
      || X509_check_ip_asc(certificate, name, 0) == 1
  }

  /// The names and addresses that the certificate is for.
  var names: [String] {
    var names: [String] = []
    var text = [CChar](repeating: 0, count: 256)
    while true {
      let count = unsafe tls_alternative_name(
        certificate, CInt(names.count), &text, CInt(text.count))
      guard count >= 0 else { return names.filter { !$0.isEmpty } }
      names.append(
        String(decoding: text.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
  }

  /// When the certificate begins to be good, in seconds since 1970 UTC.
  var startSeconds: Int { unsafe tls_start_seconds(certificate) }

  /// When the certificate ends, in seconds since 1970 UTC.
  var endSeconds: Int { unsafe tls_end_seconds(certificate) }
}
