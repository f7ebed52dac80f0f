import COpenSSL
import Glibc

/// Everything that the TLS connections of one loop share: certificates, ticket keys and scratch space.
/// Confined to its loop, so nothing of libssl is ever touched by two threads.
///
/// A reload makes a new one; connections that live keep theirs to their end.
final class TLSContext {
  private let identities: [TLSCredentials]
  let tickets: TicketKeys

  /// What was read from one peer and not yet decrypted, for the time of one read.
  var arrived = [UInt8](repeating: 0, count: TransportLimits.cipherTextByteCount)
  var arrivedRange = 0..<0

  /// The first identity is shown to who names no host, or one that no certificate is for.
  init(_ identities: [TLSIdentity], tickets: TicketKeys) throws(TLSError) {
    precondition(!identities.isEmpty, "TLS needs a certificate")
    self.tickets = tickets
    var credentials: [TLSCredentials] = []
    for identity in identities {
      credentials.append(try TLSCredentials(chain: identity.chain, key: identity.key))
    }
    self.identities = credentials
    for identity in credentials { Self.listen(to: identity) }
  }

  /// A session for a connection that has just been accepted.
  func makeSession(_ descriptor: Descriptor) -> TLSSession {
    TLSSession(identities[0], descriptor, self)
  }

  // MARK: What libssl asks

  private static func listen(to identity: TLSCredentials) {
    unsafe SSL_CTX_set_alpn_select_cb(identity.context, selectProtocol, nil)
    unsafe tls_on_server_name(identity.context, selectIdentity)
    unsafe SSL_CTX_set_tlsext_ticket_key_evp_cb(identity.context, sealOrOpenTicket)
  }

  /// ALPN (RFC 7301): `http/1.1`, and an alert where the peer speaks only others.
  private static let selectProtocol: SSL_CTX_alpn_select_cb_func = {
    _, selected, selectedCount, offered, offeredCount, _ in
    let ours: StaticString = "\u{8}http/1.1"
    var out: UnsafeMutablePointer<UInt8>?
    let result = unsafe SSL_select_next_proto(
      &out, selectedCount, ours.utf8Start, UInt32(ours.utf8CodeUnitCount), offered, offeredCount)
    guard result == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    unsafe selected?.pointee = UnsafePointer(out)
    return SSL_TLSEXT_ERR_OK
  }

  /// SNI (RFC 6066 §3): the certificate of the host that the peer wants.
  private static let selectIdentity:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<CInt>?, UnsafeMutableRawPointer?
    ) -> CInt = { ssl, _, _ in
      guard let session = unsafe TLSSession.of(ssl),
        let name = unsafe SSL_get_servername(ssl, CInt(TLSEXT_NAMETYPE_host_name)),
        let identity = session.context.identities.first(where: { unsafe $0.isFor(name) })
      else { return SSL_TLSEXT_ERR_NOACK }
      unsafe SSL_set_SSL_CTX(ssl, identity.context)
      return SSL_TLSEXT_ERR_OK
    }

  /// Session tickets (RFC 5077 §4): 1 goes on, 2 goes on and gives the peer a fresh one, 0 is a whole
  /// handshake, negative ends the connection.
  ///
  /// A session is resumed under whatever name of the server, which RFC 6066 §3 would have begin anew: all
  /// its names lead to the same library, and peers are told apart by their tokens alone.
  private static let sealOrOpenTicket:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, OpaquePointer?,
      OpaquePointer?, CInt
    ) -> CInt = { ssl, name, vector, cipher, mac, seals in
      guard let session = unsafe TLSSession.of(ssl), let name = unsafe name,
        let vector = unsafe vector
      else { return -1 }
      let tickets = session.context.tickets
      if seals == 1 {
        for (index, byte) in tickets.current.name.enumerated() { unsafe name[index] = byte }
        guard unsafe RAND_bytes(vector, EVP_MAX_IV_LENGTH) == 1,
          unsafe begin(tickets.current, cipher, mac, vector, seals: true)
        else { return -1 }
        return 1
      }
      for key in [tickets.current, tickets.previous].compactMap(\.self)
      where unsafe memcmp(key.name, name, key.name.count) == 0 {
        guard unsafe begin(key, cipher, mac, vector, seals: false) else { return -1 }
        // A resumption in TLS 1.3 always brings a fresh ticket; in 1.2 one of an old key needs it.
        return key.name == tickets.current.name ? 1 : 2
      }
      return 0
    }

  private static func begin(
    _ key: TicketKeys.Key, _ cipher: OpaquePointer?, _ mac: OpaquePointer?,
    _ vector: UnsafeMutablePointer<UInt8>, seals: Bool
  ) -> Bool {
    var macKey = key.mac
    return unsafe tls_begin_ticket(cipher, mac, vector, key.cipher, &macKey, seals ? 1 : 0) == 1
  }
}
