import Transport

/// Where Open Library is asked, and who asks.
package struct OpenLibrarySettings: Hashable, Sendable {
  /// Scheme and authority, such as `https://openlibrary.org`.
  package let origin: String
  /// How whoever runs this server can be reached, as Open Library wants to know of everybody who asks
  /// regularly: an e-mail address, or a web address.
  package let contact: String

  /// Whether it is on this machine, in the clear: a stand-in.
  var isHere: Bool { origin.hasPrefix("http://") }

  /// Reads both settings; nil where nobody is to be asked.
  init?(contact: String, origin: String) throws(SettingsError) {
    guard !contact.isEmpty else { return nil }
    guard Self.isContact(contact) else {
      throw .invalid(
        .openLibrary, contact, "an e-mail address, or a web address with https://, or empty")
    }
    self.contact = contact
    self.origin = try Self.checked(origin)
  }

  /// One word of printable ASCII, without what would end a comment in a field (RFC 9110 §5.6.5).
  private static func isContact(_ text: String) -> Bool {
    let isWord = text.utf8.allSatisfy { byte in
      (0x21...0x7E).contains(byte) && !"()\\\"".utf8.contains(byte)
    }
    guard isWord, text.utf8.count <= Limits.contactByteCountMax else { return false }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let isMail = parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
    return isMail || text.hasPrefix("https://") && text.utf8.count > 8
  }

  /// With TLS, or on this machine: what people look for is nobody else's business on the way.
  private static func checked(_ text: String) throws(SettingsError) -> String {
    let trimmed = (text.hasSuffix("/") ? String(text.dropLast()) : text).lowercased()
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { trimmed.hasPrefix($0) }) else {
      throw refusal(of: text)
    }
    let authority = trimmed.dropFirst(scheme.count)
    guard Settings.isAuthority(authority),
      scheme == "https://" || Loopback.includes(authority: authority)
    else { throw refusal(of: text) }
    return trimmed
  }

  private static func refusal(of text: String) -> SettingsError {
    .invalid(
      .openLibraryURL, text,
      "https:// and a name, perhaps with a port, or http:// and this machine, and nothing behind it"
    )
  }
}
