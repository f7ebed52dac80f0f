import COpenSSL

/// A certificate authority of one person's own, which vouches for one server: ECDSA on P-256.
///
/// Whoever has its key could pose as any server to devices that trust it; so it is bound to the names
/// and networks of homes and to those that it was made for (name constraints, RFC 5280 §4.2.1.10).
///
/// Safe because it owns what it points to, from `init` to the end.
@safe final class LocalAuthority {
  private let certificate: OpaquePointer
  private let key: OpaquePointer

  /// The names that homes give machines, and the networks that are never the Internet's.
  private static let homeNames = ["local", "lan", "home.arpa", "internal", "localhost"]
  private static let homeNetworks = [
    "127.0.0.0/255.0.0.0", "10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0",
    "192.168.0.0/255.255.0.0", "169.254.0.0/255.255.0.0", "100.64.0.0/255.192.0.0",
    "::1/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF", "FC00::/FE00::", "FE80::/FFC0::",
  ]

  /// A fresh authority, which may vouch for homes and for `names`: hosts' names and addresses, as
  /// `HostNames` has them.
  init(for names: [String]) {
    let key = unsafe Self.makeKey()
    let certificate = unsafe Self.blank(name: "Dogear", seconds: Limits.authoritySeconds, for: key)
    unsafe X509_set_issuer_name(certificate, X509_get_subject_name(certificate))
    unsafe self.certificate = certificate
    unsafe self.key = key
    let own = names.map { HostNames.isAddress($0) ? "IP:\($0)/\(Self.mask($0))" : "DNS:\($0)" }
    let permitted =
      Self.homeNames.map { "DNS:\($0)" } + Self.homeNetworks.map { "IP:\($0)" } + own
    let extensions: [(CInt, String)] = [
      (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
      (NID_key_usage, "critical,keyCertSign,cRLSign"),
      (NID_subject_key_identifier, "hash"),
      (
        NID_name_constraints,
        "critical," + permitted.map { "permitted;\($0)" }.joined(separator: ",")
      ),
    ]
    for (kind, value) in extensions {
      unsafe Self.add(kind, value, to: certificate, by: certificate)
    }
    unsafe Self.sign(certificate, with: key)
  }

  /// Reads an authority; nil where the texts hold none.
  init?(certificate: [UInt8], key: [UInt8]) {
    guard let certificate = unsafe tls_read_certificate(certificate, CInt(certificate.count)) else {
      return nil
    }
    let key = unsafe tls_read_key(key, CInt(key.count))
    guard let key = unsafe key, unsafe X509_check_private_key(certificate, key) == 1 else {
      unsafe EVP_PKEY_free(key)
      unsafe X509_free(certificate)
      ERR_clear_error()
      return nil
    }
    unsafe self.certificate = certificate
    unsafe self.key = key
  }

  deinit {
    unsafe X509_free(certificate)
    unsafe EVP_PKEY_free(key)
  }

  /// A certificate for `names`, with its key, in PEM form; nil where a name is none that this authority
  /// may vouch for. The key is `kept`, where that is one.
  func issue(
    for names: [String], key kept: [UInt8]? = nil
  ) -> (certificate: [UInt8], key: [UInt8])? {
    let leafKey = unsafe kept.flatMap { unsafe tls_read_key($0, CInt($0.count)) } ?? Self.makeKey()
    let leaf = unsafe Self.blank(
      name: names.first ?? "Dogear", seconds: Limits.certificateSeconds, for: leafKey)
    defer {
      unsafe X509_free(leaf)
      unsafe EVP_PKEY_free(leafKey)
    }
    unsafe X509_set_issuer_name(leaf, X509_get_subject_name(certificate))
    let alternatives = names.map { (HostNames.isAddress($0) ? "IP:" : "DNS:") + $0 }
    let extensions: [(CInt, String)] = [
      (NID_basic_constraints, "critical,CA:FALSE"),
      (NID_key_usage, "critical,digitalSignature"), (NID_ext_key_usage, "serverAuth"),
      (NID_subject_key_identifier, "hash"), (NID_authority_key_identifier, "keyid"),
      (NID_subject_alt_name, alternatives.joined(separator: ",")),
    ]
    for (kind, value) in extensions { unsafe Self.add(kind, value, to: leaf, by: certificate) }
    unsafe Self.sign(leaf, with: key)
    guard unsafe tls_may_vouch(certificate, leaf) == 1 else { return nil }
    return unsafe (Self.text(leaf), Self.text(key: leafKey))
  }

  /// Whether a certificate, in PEM form, is signed by this authority.
  func hasIssued(_ text: [UInt8]) -> Bool {
    let leaf = unsafe tls_read_certificate(text, CInt(text.count))
    defer {
      unsafe X509_free(leaf)
      ERR_clear_error()
    }
    guard let leaf = unsafe leaf else { return false }
    return unsafe X509_verify(leaf, key) == 1
  }

  /// Those of `names` that this authority may vouch for.
  func permitted(of names: [String]) -> [String] { names.filter { issue(for: [$0]) != nil } }

  // MARK: Texts

  /// The certificate in PEM form, for devices to trust.
  var certificateText: [UInt8] { unsafe Self.text(certificate) }

  /// The key in PEM form, for nobody but its owner.
  var keyText: [UInt8] { unsafe Self.text(key: key) }

  /// SHA-256 of the certificate, in pairs of hexadecimal digits.
  var fingerprint: String { unsafe Self.fingerprint(certificate) }

  /// The same of a certificate in PEM form; nil where `text` is none.
  static func fingerprint(of text: [UInt8]) -> String? {
    guard let certificate = unsafe tls_read_certificate(text, CInt(text.count)) else {
      ERR_clear_error()
      return nil
    }
    defer { unsafe X509_free(certificate) }
    return unsafe fingerprint(certificate)
  }

  private static func fingerprint(_ certificate: OpaquePointer) -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    unsafe X509_digest(certificate, EVP_sha256(), &bytes, nil)
    return bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: ":")
  }

  private static func text(_ certificate: OpaquePointer) -> [UInt8] {
    unsafe gather { memory in unsafe PEM_write_bio_X509(memory, certificate) }
  }

  private static func text(key: OpaquePointer) -> [UInt8] {
    unsafe gather { memory in
      unsafe PEM_write_bio_PKCS8PrivateKey(memory, key, nil, nil, 0, nil, nil)
    }
  }

  private static func gather(_ write: (OpaquePointer?) -> CInt) -> [UInt8] {
    let memory = unsafe BIO_new(BIO_s_mem())
    defer { unsafe BIO_free(memory) }
    var bytes: UnsafeMutablePointer<CChar>?
    let isWritten = unsafe write(memory) == 1
    let count = unsafe tls_memory_bytes(memory, &bytes)
    precondition(isWritten && count > 0, "libcrypto writes what it has made")
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  // MARK: Parts of a certificate

  private static func makeKey() -> OpaquePointer {
    guard let key = unsafe tls_make_key() else {
      preconditionFailure("libcrypto makes keys on P-256")
    }
    return unsafe key
  }

  /// A certificate without extensions and signature, from an hour ago: clocks differ.
  private static func blank(
    name: String, seconds: Int, for key: OpaquePointer
  ) -> OpaquePointer {
    guard let certificate = unsafe X509_new() else {
      preconditionFailure("libcrypto has no memory for a certificate")
    }
    unsafe X509_set_version(certificate, 2)
    let serial = SecureRandom.bytes(16)
    let number = unsafe BN_bin2bn(serial, CInt(serial.count), nil)
    unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate))
    unsafe BN_free(number)
    unsafe X509_gmtime_adj(X509_getm_notBefore(certificate), -3_600)
    unsafe X509_gmtime_adj(X509_getm_notAfter(certificate), seconds)
    let words = Array(name.utf8.prefix(64))
    unsafe X509_NAME_add_entry_by_NID(
      X509_get_subject_name(certificate), NID_commonName, MBSTRING_UTF8, words,
      CInt(words.count), -1, 0)
    unsafe X509_set_pubkey(certificate, key)
    return unsafe certificate
  }

  private static func add(
    _ kind: CInt, _ value: String, to certificate: OpaquePointer, by issuer: OpaquePointer
  ) {
    let isAdded = unsafe tls_add_extension(certificate, issuer, kind, value) == 1
    precondition(isAdded, "libcrypto understands \(value)")
  }

  private static func sign(_ certificate: OpaquePointer, with key: OpaquePointer) {
    let size = unsafe X509_sign(certificate, key, EVP_sha256())
    precondition(size > 0, "libcrypto signs with a key of its own")
  }

  private static func mask(_ address: String) -> String {
    address.contains(":") ? "FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF" : "255.255.255.255"
  }
}
