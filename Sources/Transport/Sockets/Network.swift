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

  /// The same of an address as a proxy writes it, which may go with a port and then stands in brackets where
  /// it has colons of its own: `192.0.2.1:80`, `[2001:db8::1]:80` (RFC 7239 §6).
  package static func name(ofForwarded node: String) -> String? {
    if node.first == "[" { return name(of: String(node.dropFirst().prefix { $0 != "]" })) }
    let isWithPort = node.utf8.count { $0 == UInt8(ascii: ":") } == 1
    return name(of: isWithPort ? String(node.prefix { $0 != ":" }) : node)
  }
}
