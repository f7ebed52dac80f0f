import HTTPTypes
import Library

/// Why an e-reader is not given what it asks for. The statuses and codes are those of `koreader-sync-server`
/// (`config/errors.lua`, and of its framework 103 and 104); the sentences are ours, and the plugin shows them
/// where the status is one that it expects: 402 of `users/create` and 401 of `users/auth`.
enum KOReaderFault: Error, Hashable {
  /// The body is no JSON.
  case noJSON
  /// The body is another JSON than an object.
  case noObject
  /// No device has this key, or it was taken away.
  case notPaired
  /// What stands in place of a user is no pairing code that is alive.
  case wrongCode
  /// Too many codes or keys of this address were wrong; it may try again after so many milliseconds.
  case tooManyTries(Route.KOReaderCall, wait: Int)
  /// The e-reader asks too often; it may go on after so many milliseconds.
  case tooOften(wait: Int)
  /// Something is missing, of another type than it must be, or too long.
  case invalidFields
  /// `document` is missing, or none that can be asked for.
  case noDocument
  /// It could not be saved, for the reason given.
  case notSaved(String)

  /// The answer.
  var reply: Reply {
    var reply = Reply(status, json: ["code": .int(code), "message": .string(message)])
    if let wait { reply.head.headerFields[.retryAfter] = String((wait + 999) / 1_000) }
    return reply
  }

  private var status: HTTPResponse.Status {
    switch self {
    case .noJSON, .noObject: .badRequest
    case .notPaired, .tooManyTries(.authorize, _): .unauthorized
    case .wrongCode, .tooManyTries(.register, _): .init(code: 402, reasonPhrase: "Payment Required")
    // The plugin keeps what is answered so, and sends it again.
    case .tooManyTries, .tooOften: .tooManyRequests
    case .invalidFields, .noDocument: .forbidden
    case .notSaved: .serviceUnavailable
    }
  }

  private var code: Int {
    switch self {
    case .noJSON: 103
    case .noObject: 104
    case .notSaved, .tooOften: 2000
    case .notPaired: 2001
    case .wrongCode: 2002
    case .tooManyTries(let call, _): call == .register ? 2002 : 2001
    case .invalidFields: 2003
    case .noDocument: 2004
    }
  }

  private var wait: Int? {
    switch self {
    case .tooManyTries(_, let wait), .tooOften(let wait): wait
    case .notSaved: Limits.soonSeconds * 1_000
    default: nil
    }
  }

  private var message: String {
    switch self {
    case .noJSON: "The request's body is no JSON."
    case .noObject: "The request's body is no JSON object."
    case .notPaired:
      "This e-reader is not paired with the library. Make a pairing code on Dogear's page Devices, and "
        + "choose Register here, with the code as the username."
    case .wrongCode:
      "This code is used up, expired or mistyped. Make another on Dogear's page Devices, and type it as "
        + "the username."
    case .tooManyTries: "Too many wrong attempts; wait a minute and try again."
    case .tooOften: "This e-reader asks too often; wait a minute and try again."
    case .invalidFields:
      "A place has a text “progress”, a “percentage” from 0 to 1 and the name of a “device”; an account a "
        + "“username” and a “password”."
    case .noDocument:
      "“document” is missing, or has other signs than letters, digits and _, or more than "
        + "\(Limits.koreaderDocumentLengthMax)."
    case .notSaved(let reason):
      "The place could not be saved, and the e-reader has it still: \(reason)"
    }
  }
}
