import COpenSSL
import Framing
import Glibc
import HTTPTypes

/// Why nothing is said to a server although somebody answers: it does not prove to be the one that is
/// meant.
public enum TLSFault: Error, Hashable, Sendable {
  /// No authority that is trusted vouches for its certificate.
  case unknownAuthority
  /// Its certificate is for others: these names and addresses.
  case otherNames([String])
  /// Its certificate, or one that vouches for it, has ended; in seconds since 1970 UTC.
  case expired(endSeconds: Int)
  /// Its certificate, or one that vouches for it, is for later: one of the two clocks is wrong.
  case notYetValid
  /// It speaks something else than TLS.
  case notSpoken
  /// It takes nothing but TLS, and was asked without.
  case missing
  /// It hung up before it had proved anything.
  case cutOff
  /// Anything else, in libssl's words.
  case failed(String)
}

extension TLSFault {
  /// What libssl has against a certificate, by its number (X509_STORE_CTX_get_error(3)).
  init(_ number: CInt, of certificate: OpaquePointer?) {
    switch number {
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
      self = .otherNames(unsafe Self.names(in: certificate))
    case X509_V_ERR_CERT_HAS_EXPIRED:
      self = .expired(endSeconds: unsafe tls_end_seconds(certificate))
    case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
      X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_SIGNATURE_FAILURE,
      X509_V_ERR_CERT_UNTRUSTED:
      self = .unknownAuthority
    default:
      let words = unsafe X509_verify_cert_error_string(Int(number))
      self = .failed(unsafe words.map { unsafe String(cString: $0) } ?? "error \(number)")
    }
  }

  private static func names(in certificate: OpaquePointer?) -> [String] {
    var names: [String] = []
    var text = [CChar](repeating: 0, count: 256)
    while names.count < Limits.certificateNameCountMax {
      let count = unsafe tls_alternative_name(
        certificate, CInt(names.count), &text, CInt(text.count))
      guard count >= 0 else { break }
      names.append(
        String(decoding: text.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    return names.filter { !$0.isEmpty }
  }

  /// What libssl noted last on this thread.
  static func lastOfLibrary() -> TLSFault {
    let code = ERR_peek_last_error()
    guard code != 0, let words = unsafe ERR_reason_error_string(code) else {
      return .failed("no reason")
    }
    return .failed(unsafe String(cString: words))
  }
}

extension TLSFault: CustomStringConvertible {
  /// One sentence for a person: what is wrong, and what to do.
  public var description: String {
    switch self {
    case .unknownAuthority:
      "no authority that is trusted here vouches for its certificate; "
        + "where it made one of its own, name its authority.crt (--ca)."
    case .otherNames(let names):
      "its certificate is for \(names.isEmpty ? "nobody" : names.joined(separator: ", ")), "
        + "and not for this address."
    case .expired(let seconds):
      "its certificate ended on \(Self.day(seconds)): it must get a new one, or this clock is wrong."
    case .notYetValid: "its certificate is not valid yet: is the clock right, here and there?"
    case .notSpoken: "it does not speak TLS: its address may begin with http://."
    case .missing: "it speaks TLS alone: write https:// instead of http://."
    case .cutOff: "it hung up before it had proved who it is."
    case .failed(let reason): "TLS failed: \(reason)."
    }
  }

  /// `2026-11-22`, in UTC.
  private static func day(_ seconds: Int) -> String {
    var moment = seconds
    var parts = unsafe tm()
    unsafe gmtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 16)
    let count = unsafe strftime(&text, text.count, "%F", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension Response {
  /// Whether this is how a server that speaks TLS answers who does not.
  var asksForTLS: Bool {
    head.status.kind == .redirection
      && head.headerFields[.location]?.lowercased().hasPrefix("https://") == true
  }
}
