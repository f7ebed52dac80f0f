import Glibc

/// Under which names and addresses the devices of a home find this machine.
package enum HostNames {
  /// Its name, its name in the home (`.local`), and the numbers of its networks; those of one link
  /// alone (`fe80::…`) are left out, for nobody types them.
  package static func all() -> [String] {
    var names: [String] = []
    var text = [CChar](repeating: 0, count: 256)
    if unsafe gethostname(&text, text.count - 1) == 0 {
      let name = string(text).lowercased()
      if isName(name) {
        names.append(name)
        if !name.contains(".") { names.append(name + ".local") }
      }
    }
    if !names.contains("localhost") { names.append("localhost") }
    return names + addresses()
  }

  /// Whether `text` may be a host's name in a certificate. One that ends in a number is none: browsers
  /// read it as an address (URL Standard, "ends in a number").
  package static func isName(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, !isNumber(last) else { return false }
    return text.utf8.count <= Limits.hostNameByteCountMax
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-"
          && label.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
              || byte == UInt8(ascii: "-")
          }
      }
  }

  /// Whether a label is a number, decimal or hexadecimal, of which `0x` is one.
  private static func isNumber(_ label: Substring) -> Bool {
    let isHexadecimal = label.lowercased().hasPrefix("0x")
    return (isHexadecimal ? label.dropFirst(2) : label).utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || isHexadecimal && (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
  }

  /// Whether `text` is an address in numbers, of version 4 or 6.
  package static func isAddress(_ text: String) -> Bool {
    var (short, long) = (in_addr(), in6_addr())
    return unsafe inet_pton(AF_INET, text, &short) == 1 || inet_pton(AF_INET6, text, &long) == 1
  }

  private static func addresses() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return ["127.0.0.1", "::1"] }
    defer { unsafe freeifaddrs(first) }
    var addresses: [String] = []
    var next = unsafe first
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      guard let address = unsafe entry.pointee.ifa_addr else { continue }
      let family = unsafe CInt(address.pointee.sa_family)
      guard family == AF_INET || family == AF_INET6 else { continue }
      let size =
        family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let result = unsafe getnameinfo(
        address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      let number = string(text)
      guard result == 0, !number.hasPrefix("fe80:"), !addresses.contains(number) else { continue }
      addresses.append(number)
    }
    return addresses
  }

  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
