import HTTPTypes

/// One member of `Sec-WebSocket-Extensions`: a name and its parameters (RFC 6455 §9.1).
struct ExtensionOffer: Hashable, Sendable {
  struct Parameter: Hashable, Sendable {
    let name: String
    let value: String?
  }

  let name: String
  let parameters: [Parameter]

  /// All members over all lines of the field, the one that the peer likes best first; nil where they
  /// break the grammar.
  static func read(_ fields: HTTPFields) -> [ExtensionOffer]? {
    var offers: [ExtensionOffer] = []
    for line in fields[values: .secWebSocketExtensions] {
      var reader = ExtensionReader(rest: Array(line.utf8)[...])
      guard let more = reader.readList() else { return nil }
      offers += more
    }
    return offers
  }
}

/// Reads the field's grammar: `name; parameter; parameter=value; parameter="value", name …`.
private struct ExtensionReader {
  var rest: ArraySlice<UInt8>

  /// Nil where the grammar is broken. Empty members are passed over (RFC 9110 §5.6.1).
  mutating func readList() -> [ExtensionOffer]? {
    var offers: [ExtensionOffer] = []
    repeat {
      skipWhite()
      if rest.isEmpty || rest.first == ASCII.comma { continue }
      guard let offer = readOffer() else { return nil }
      offers.append(offer)
    } while take(ASCII.comma)
    return rest.isEmpty ? offers : nil
  }

  private mutating func readOffer() -> ExtensionOffer? {
    guard let name = readToken() else { return nil }
    var parameters: [ExtensionOffer.Parameter] = []
    while take(ASCII.semicolon) {
      guard let name = readToken() else { return nil }
      var value: String?
      if take(ASCII.equals) {
        value = readValue()
        guard value != nil else { return nil }
      }
      parameters.append(ExtensionOffer.Parameter(name: name.lowercased(), value: value))
    }
    return ExtensionOffer(name: name.lowercased(), parameters: parameters)
  }

  /// A token, or a token in quotes: "the value after quoted-string unescaping MUST conform to the
  /// 'token' ABNF".
  private mutating func readValue() -> String? {
    skipWhite()
    guard rest.first == ASCII.quote else { return readToken() }
    rest.removeFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == ASCII.quote {
        guard !value.isEmpty, value.allSatisfy(\.isTokenCharacter) else { return nil }
        return String(decoding: value, as: UTF8.self)
      }
      guard byte == ASCII.backslash else {
        value.append(byte)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      value.append(escaped)
    }
    return nil
  }

  private mutating func readToken() -> String? {
    skipWhite()
    let token = rest.prefix(while: \.isTokenCharacter)
    guard !token.isEmpty else { return nil }
    rest = rest[token.endIndex...]
    return String(decoding: token, as: UTF8.self)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipWhite()
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipWhite() {
    rest = rest.drop { $0 == ASCII.space || $0 == ASCII.tab }
  }
}
