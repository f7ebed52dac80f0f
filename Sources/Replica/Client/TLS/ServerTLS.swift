import COpenSSL

/// TLS with one server, without its socket: what that brought goes in and comes out as plain text, and
/// the other way about. Nothing is said to a server before it has proved who it is.
///
/// Confined to whoever made it. Safe because it owns what it points to, from a successful `init` to the
/// end.
@safe final class ServerTLS {
  private let context: OpaquePointer
  private let ssl: OpaquePointer
  /// What arrived, and what is to be sent: libssl's own memory, so that it never touches a socket.
  private let arrived: OpaquePointer
  private let outgoing: OpaquePointer
  /// What waits for the end of the handshake.
  private var unencrypted: [UInt8] = []
  private var piece = [UInt8](repeating: 0, count: Limits.recordByteCount)
  private var isFresh = true
  fileprivate var objection: TLSFault?

  /// A conversation with the server at `address`, which has not begun.
  /// - Throws: `TLSFault.failed`.
  init(_ address: ServerAddress) throws(TLSFault) {
    ERR_clear_error()
    guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw .lastOfLibrary() }
    unsafe tls_be_client(context)
    guard let ssl = unsafe SSL_new(context) else {
      unsafe SSL_CTX_free(context)
      throw .lastOfLibrary()
    }
    guard let arrived = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem())
    else { preconditionFailure("libcrypto has no memory for a connection") }
    unsafe self.context = context
    unsafe self.ssl = ssl
    unsafe self.arrived = arrived
    unsafe self.outgoing = outgoing
    unsafe SSL_set_bio(ssl, arrived, outgoing)
    unsafe SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
    unsafe SSL_set_connect_state(ssl)
    unsafe address.trust.fill(SSL_CTX_get_cert_store(context))
    expect(address.host)
  }

  deinit {
    unsafe SSL_free(ssl)
    unsafe SSL_CTX_free(context)
  }

  /// Who has to prove to be `host`, and how: RFC 9525, by the alternative names alone.
  private func expect(_ host: String) {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    let rules = unsafe SSL_get0_param(ssl)
    unsafe X509_VERIFY_PARAM_set_hostflags(
      rules, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
    // A certificate that a person names is believed, whoever vouches for it in turn.
    unsafe X509_VERIFY_PARAM_set_flags(rules, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    if unsafe X509_VERIFY_PARAM_set1_ip_asc(rules, name) != 1 {
      let isTaken = unsafe X509_VERIFY_PARAM_set1_host(rules, name, 0) == 1
      precondition(isTaken, "an address holds no host that is none")
      // Only names are named (RFC 6066 §3).
      unsafe tls_set_host_name(ssl, name)
    }
    unsafe SSL_set_verify(ssl, SSL_VERIFY_PEER, Self.judge)
    unsafe SSL_set_alpn_protos(ssl, "\u{8}http/1.1", 9)
  }

  /// Takes libssl's word for what is right, and notes what is wrong while the certificate is at hand.
  private static let judge: @convention(c) (CInt, OpaquePointer?) -> CInt = { isRight, judgement in
    guard isRight != 1 else { return 1 }
    let ssl = unsafe X509_STORE_CTX_get_ex_data(
      judgement, SSL_get_ex_data_X509_STORE_CTX_idx())
    guard let ssl = unsafe ssl, let this = unsafe SSL_get_ex_data(OpaquePointer(ssl), 0) else {
      return 0
    }
    let session = unsafe Unmanaged<ServerTLS>.fromOpaque(this).takeUnretainedValue()
    session.objection = unsafe TLSFault(
      X509_STORE_CTX_get_error(judgement), of: X509_STORE_CTX_get_current_cert(judgement))
    return 0
  }

  // MARK: What passes

  /// Whether the server has not proved yet who it is.
  var isHandshaking: Bool { unsafe SSL_is_init_finished(ssl) == 0 }

  /// Encrypts `bytes`, as soon as it is known for whom: `toSend` has what came of it.
  /// - Throws: `TLSFault`.
  func encrypt(_ bytes: [UInt8]) throws(TLSFault) {
    unencrypted += bytes
    while !unencrypted.isEmpty {
      ERR_clear_error()
      let count = unsafe unencrypted.withUnsafeBytes { bytes in
        unsafe SSL_write(ssl, bytes.baseAddress, CInt(min(bytes.count, 1 << 30)))
      }
      guard count > 0 else { return try check(count) }
      unencrypted.removeFirst(Int(count))
    }
  }

  /// Decrypts what the socket brought, and adds it to `plain`. `toSend` has what is to be answered,
  /// also after a fault.
  /// - Throws: `TLSFault`.
  func decrypt(_ bytes: Span<UInt8>, into plain: inout [UInt8]) throws(TLSFault) {
    if isFresh, !bytes.isEmpty {
      isFresh = false
      // The first record is a handshake, or an alert.
      guard bytes[0] == 22 || bytes[0] == 21 else { throw .notSpoken }
    }
    let taken = unsafe bytes.withUnsafeBytes { bytes in
      unsafe BIO_write(arrived, bytes.baseAddress, CInt(bytes.count))
    }
    precondition(Int(taken) == bytes.count, "libcrypto's memory takes everything")
    while true {
      ERR_clear_error()
      let count = unsafe piece.withUnsafeMutableBytes { piece in
        unsafe SSL_read(ssl, piece.baseAddress, CInt(piece.count))
      }
      guard count > 0 else {
        try check(count)
        break
      }
      plain += piece[..<Int(count)]
    }
    if !isHandshaking { try encrypt([]) }
  }

  /// Says that nothing more comes (`close_notify`).
  func finish() {
    guard !isHandshaking else { return }
    ERR_clear_error()
    unsafe SSL_shutdown(ssl)
  }

  /// What the socket is to send now; it is told once.
  func toSend() -> [UInt8] {
    let count = unsafe BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      filled = Int(max(0, unsafe BIO_read(outgoing, bytes.baseAddress, CInt(count))))
    }
  }

  /// A call that did nothing: it waits for more, or the stream is over, or there is a fault.
  private func check(_ result: CInt) throws(TLSFault) {
    switch unsafe SSL_get_error(ssl, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE, SSL_ERROR_ZERO_RETURN: return
    default: throw objection ?? .lastOfLibrary()
    }
  }
}
