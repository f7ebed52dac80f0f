package import HTTPTypes
import Store

/// By what an e-reader says who it is: the pairing code that it registered with, which it calls a user, and
/// what it makes of the password (`x-auth-user` and `x-auth-key` of the plugin's `KOSyncClient.lua`). It opens
/// what KOReader needs, and nothing else of the library.
package struct KOReaderKey: Hashable, Sendable {
  /// The code that made the device.
  let code: PairingCode
  private let key: String

  /// Takes what an e-reader sent; nil where it can be no device's.
  package init?(user: String, key: String) {
    guard let code = PairingCode(user),
      (1...Limits.koreaderKeyByteCountMax).contains(key.utf8.count)
    else { return nil }
    self.code = code
    self.key = key
  }

  /// Reads what a request carries.
  package init?(_ request: HTTPRequest) {
    let fields = request.headerFields
    guard let user = fields[.koreaderUser], let key = fields[.koreaderKey] else { return nil }
    self.init(user: user, key: key)
  }

  /// What is stored and looked up: like no token's, for those have no line breaks.
  var secret: SecretHash { SecretHash(SHA256.hash("koreader\n\(code.text)\n\(key)".utf8)) }
}

/// Keys never reach a log or a crash report by accident.
extension KOReaderKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says nothing of the secret, so that no log or message can.
  package var description: String { "an e-reader's key" }
  /// Says nothing of the secret either.
  package var debugDescription: String { description }
  /// Shows nothing of the secret to `dump` either.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPField.Name {
  /// `x-auth-user`: the code that the e-reader registered with.
  fileprivate static let koreaderUser = unwrapped("x-auth-user")
  /// `x-auth-key`: the MD5 of the password, in hexadecimal.
  fileprivate static let koreaderKey = unwrapped("x-auth-key")
}
