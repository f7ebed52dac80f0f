import Glibc

/// Whom attempts and connections are counted by.
package enum Network {
  /// The name to count `address` by: the address itself, or of an IPv6 address its first 64 bits, for
  /// whoever has one of those has all the others (RFC 6177 §2). An IPv4 address in IPv6 clothes is that
  /// IPv4 address. Nil where it is no numeric address.
  package static func name(of address: String) -> String? {
    // A link-local address says which link it means.
    let number = String(address.prefix { $0 != "%" })
    var short = in_addr()
    if unsafe inet_pton(AF_INET, number, &short) == 1 { return number }
    var long = in6_addr()
    guard unsafe inet_pton(AF_INET6, number, &long) == 1 else { return nil }
    let bytes = unsafe withUnsafeBytes(of: &long) { unsafe Array($0) }
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return bytes[12...].map(String.init).joined(separator: ".")
    }
    // Loopback is nobody's network.
    if bytes[..<8].allSatisfy({ $0 == 0 }) { return number }
    let groups = stride(from: 0, to: 8, by: 2).map { at in
      String(UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1]), radix: 16)
    }
    return groups.joined(separator: ":") + "::/64"
  }
}
