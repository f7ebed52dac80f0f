/// Whether what is called by a name never leaves the machine (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3,
/// RFC 6761 §6.3).
package enum Loopback {
  /// Whether `host` is `localhost`, or a number of the loopback network. Any other name may lead
  /// anywhere, whatever it begins with.
  package static func includes(host: some StringProtocol) -> Bool {
    if host.lowercased() == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The same of `authority`: a host, and a port behind it or none, as the `Host` field has them.
  package static func includes(authority: some StringProtocol) -> Bool {
    if authority.hasPrefix("[") {
      return includes(host: authority.dropFirst().prefix { $0 != "]" })
    }
    return includes(host: authority.prefix { $0 != ":" })
  }
}

extension Peer {
  /// Whether it is a program on this machine, as far as the socket says: a proxy here speaks for others.
  package var isHere: Bool {
    switch self {
    case .local: true
    case .address(let address): Loopback.includes(host: address)
    }
  }
}
