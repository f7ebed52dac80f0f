import Library
import Store

/// A code that pairs one more device, in the forms in which people carry it there.
struct Invitation {
  let code: PairingCode
  /// Opens the pairing page with the code in it.
  let link: String
  /// Until when it can be used, in milliseconds since 1970 UTC.
  let expires: Int

  /// `{code, link, expires, qr?}`.
  var json: JSONValue {
    var members: JSONObject = [
      "code": .string(code.text), "link": .string(link), "expires": .int(expires),
    ]
    members["qr"] = QRCode(link)?.json
    return .object(members)
  }
}

extension Administration {
  /// Invites one more device of the owner, for the device that holds `secret`; nil where that was taken away
  /// by now. The link leads to `origin`, the address at which whoever asks has reached the server, unless the
  /// settings name one.
  func invite(from origin: String?, by secret: SecretHash) throws -> Invitation? {
    let base = isPublished ? baseURL : origin ?? baseURL
    let expires = clock() + pairingCodeLifetimeMilliseconds
    guard let code = try addPairingCode(by: secret) else { return nil }
    return Invitation(code: code, link: "\(base)/pair#\(code.text)", expires: expires)
  }
}
