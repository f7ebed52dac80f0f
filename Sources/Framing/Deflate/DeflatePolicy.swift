/// What of permessage-deflate (RFC 7692 §7.1) a server agrees to.
///
/// By default no message refers to another, in either direction. So a connection without a message
/// under way holds no window (32 KiB and more), and what is sent to a thousand is compressed once.
package struct DeflatePolicy: Hashable, Sendable {
  /// Whether our messages may refer to those before them, where the client takes that: each
  /// connection then has a compressor of its own (256 KiB), and each message is compressed for each.
  package var keepsServerContext = false

  /// Whether the client's messages may refer to those before them: each connection then keeps a
  /// window.
  package var keepsClientContext = false

  /// The base-2 logarithm of our largest window, 8 to 15; a client may ask for less.
  package var serverWindowBits = DeflateLimits.windowBitsMax

  /// The base-2 logarithm of the client's largest window, 8 to 15, for clients that let us say so.
  package var clientWindowBits = DeflateLimits.windowBitsMax

  /// The defaults above.
  package init() {}

  /// The first of a client's offers that is valid; nil where there is none, and messages go as they
  /// are.
  func agree(to offers: [ExtensionOffer]) -> DeflateAgreement? {
    for offer in offers where offer.name == DeflateAgreement.name {
      if let wish = DeflateWish(offer.parameters) { return agree(to: wish) }
    }
    return nil
  }

  private func agree(to wish: DeflateWish) -> DeflateAgreement {
    let serverBits = min(serverWindowBits, wish.serverWindowBits ?? DeflateLimits.windowBitsMax)
    // A client that did not name the parameter does not understand it (§7.1.2.2).
    let clientBits =
      wish.takesClientWindowBits
      ? min(clientWindowBits, wish.clientWindowBits ?? DeflateLimits.windowBitsMax)
      : DeflateLimits.windowBitsMax
    return DeflateAgreement(
      keepsServerContext: keepsServerContext && !wish.serverForgets,
      keepsClientContext: keepsClientContext && !wish.clientForgets,
      serverWindowBits: serverBits, clientWindowBits: clientBits,
      // An answer to a wish repeats it, even where it says nothing new (§7.1.2.1).
      namesServerWindowBits: wish.serverWindowBits != nil)
  }
}

/// One valid offer of permessage-deflate.
private struct DeflateWish {
  var serverForgets = false
  var clientForgets = false
  var serverWindowBits: Int?
  var takesClientWindowBits = false
  var clientWindowBits: Int?

  /// Nil for an offer that must be declined (§7.1): a parameter that is unknown, comes twice, or has
  /// a value that it may not have.
  init?(_ parameters: [ExtensionOffer.Parameter]) {
    guard Set(parameters.map(\.name)).count == parameters.count else { return nil }
    for parameter in parameters {
      switch (parameter.name, parameter.value) {
      case ("server_no_context_takeover", nil): serverForgets = true
      case ("client_no_context_takeover", nil): clientForgets = true
      case ("server_max_window_bits", let value?):
        guard let bits = Self.bits(value) else { return nil }
        serverWindowBits = bits
      case ("client_max_window_bits", let value):
        takesClientWindowBits = true
        guard let value else { continue }
        guard let bits = Self.bits(value) else { return nil }
        clientWindowBits = bits
      default: return nil
      }
    }
  }

  /// A decimal integer without leading zeros, 8 to 15 (§7.1.2).
  private static func bits(_ text: String) -> Int? {
    guard let bits = Int(text), String(bits) == text,
      (DeflateLimits.windowBitsMin...DeflateLimits.windowBitsMax).contains(bits)
    else { return nil }
    return bits
  }
}

/// What both sides keep to: permessage-deflate's parameters as the server has answered them.
struct DeflateAgreement: Hashable, Sendable {
  static let name = "permessage-deflate"

  var keepsServerContext: Bool
  var keepsClientContext: Bool
  var serverWindowBits: Int
  var clientWindowBits: Int
  var namesServerWindowBits = false

  /// Whether what was compressed for others may be sent.
  var sharesMessages: Bool {
    !keepsServerContext && serverWindowBits == DeflateLimits.windowBitsMax
  }

  /// The answer's `Sec-WebSocket-Extensions`.
  var field: String {
    var parts = [Self.name]
    if !keepsServerContext { parts.append("server_no_context_takeover") }
    if !keepsClientContext { parts.append("client_no_context_takeover") }
    if namesServerWindowBits || serverWindowBits < DeflateLimits.windowBitsMax {
      parts.append("server_max_window_bits=\(serverWindowBits)")
    }
    if clientWindowBits < DeflateLimits.windowBitsMax {
      parts.append("client_max_window_bits=\(clientWindowBits)")
    }
    return parts.joined(separator: "; ")
  }
}
