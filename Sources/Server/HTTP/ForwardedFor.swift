import HTTPTypes
import Transport

extension HTTPField.Name {
  /// `X-Forwarded-For`: whom a proxy speaks for.
  static let forwardedFor = unwrapped("X-Forwarded-For")
}

extension HTTPRequest {
  /// The network of whom the proxy that handed it on says it speaks for; nil where it says nothing of use. What
  /// stands before the last comma, byte by byte, the client may have written, and what is no address nobody else
  /// did.
  var forwardedNetwork: String? {
    guard let forwarded = headerFields[.forwardedFor],
      let last = forwarded.utf8.split(separator: UInt8(ascii: ",")).last
    else { return nil }
    return Network.name(ofForwarded: Substring(last).trimmingSpaces)
  }
}
