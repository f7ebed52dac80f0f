package import HTTPTypes

/// The fields that keep a page of ours from loading, sending to, or being shown inside anything
/// that is not ours.
package enum SecurityHeaders {
  /// No script but files of this server, no plug-in, no frame, no form to elsewhere. Covers may be
  /// drawn by the page itself (`data:`, `blob:`). `'self'` covers the socket in current browsers;
  /// Safari before 15.4 needs the socket's own address, hence `host`.
  package static func contentSecurityPolicy(host: String?) -> String {
    let sockets = host.map { " ws://\($0) wss://\($0)" } ?? ""
    return "default-src 'self'; connect-src 'self'\(sockets); img-src 'self' data: blob:; "
      + "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  }

  /// Adds the fields every page and file carries, for a request to `host`.
  package static func add(to fields: inout HTTPFields, host: String?) {
    fields[.contentSecurityPolicy] = contentSecurityPolicy(host: host.flatMap(safe))
    fields[.xContentTypeOptions] = "nosniff"
    fields[.referrerPolicy] = "no-referrer"
    fields[.crossOriginOpenerPolicy] = "same-origin"
    fields[.crossOriginResourcePolicy] = "same-origin"
  }

  /// Adds the field that has browsers come by TLS alone from now on (RFC 6797): somebody between them and
  /// the server cannot talk them into less.
  package static func addTransportSecurity(to fields: inout HTTPFields) {
    fields[.strictTransportSecurity] = "max-age=\(Limits.strictTransportSeconds)"
  }

  /// `host` where it is a host and port and nothing that could add to a policy.
  private static func safe(_ host: String) -> String? {
    let isPlain = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"),
        UInt8(ascii: "-"), UInt8(ascii: "["), UInt8(ascii: "]"):
        true
      default: false
      }
    }
    return isPlain && !host.isEmpty && host.utf8.count <= Limits.hostByteCountMax ? host : nil
  }
}

extension HTTPField.Name {
  /// `Referrer-Policy` (W3C Referrer Policy §4.1).
  static let referrerPolicy = unwrapped("Referrer-Policy")
  /// `Cross-Origin-Opener-Policy` (HTML §7.1.3).
  static let crossOriginOpenerPolicy = unwrapped("Cross-Origin-Opener-Policy")

  /// A name that is spelled correctly right here.
  static func unwrapped(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no field name.") }
    return name
  }
}
