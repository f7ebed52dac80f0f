package import Store
package import Wire

/// Why a connection is closed. Each is answered by an `error` message and a close code, and
/// disturbs nobody else.
package enum SessionFault: Error, Hashable, Sendable {
  /// No token or cookie, or none that is good.
  case notPaired
  /// The device's token was taken away.
  case revoked
  /// A message of this type before `hello`.
  case beforeHello(String)
  /// A second `hello`.
  case secondHello
  /// No `hello` in time.
  case helloTimeout
  /// No version of the protocol in common.
  case protocolVersion(ClosedRange<Int>)
  /// The account has no library of this id.
  case unknownLibrary(String)
  /// A pull from a sequence that the library has not reached.
  case cursorBeyondHead(since: Int, head: Int)
  /// More connections of one device than `Limits.sessionsPerDeviceMax`.
  case tooManySessions
  /// More pulls than `Limits.waitingPullsMax` that wait for their answer.
  case tooManyPulls
  /// More waiting pushes than `Limits.waitingByteCountMax`.
  case tooMuchWaiting
  /// What the message asked for could not be read or saved.
  case storage(StoreError)

  /// How the connection ends.
  package var closeCode: CloseCode {
    switch self {
    case .notPaired, .revoked: .notPaired
    case .beforeHello, .secondHello, .unknownLibrary, .cursorBeyondHead: .malformed
    case .helloTimeout: .helloTimeout
    case .protocolVersion: .protocolVersion
    case .tooManySessions, .tooManyPulls, .tooMuchWaiting: .rate
    case .storage: .restart
    }
  }

  /// How long the client is asked to stay away, in milliseconds.
  package var retryAfterMilliseconds: Int? {
    switch self {
    case .storage: Limits.storageRetryMilliseconds
    case .tooManySessions, .tooManyPulls, .tooMuchWaiting: Limits.rateRetryMilliseconds
    default: nil
    }
  }

  /// What is wrong: one sentence for a person.
  package var message: String {
    switch self {
    case .notPaired: "This device is not paired with the library; open a pairing link to join."
    case .revoked: "This device was removed from the library; pair it again to go on."
    case .beforeHello(let type): "A “\(type)” came before “hello”."
    case .secondHello: "“hello” came a second time."
    case .helloTimeout: "No “hello” came in time."
    case .protocolVersion(let range):
      range.upperBound < protocolVersionMin
        ? "This app is too old for the server; update it to go on syncing."
        : "The server is too old for this app; update the server to go on syncing."
    case .unknownLibrary(let id): "Your account has no library “\(id)”."
    case .cursorBeyondHead(let since, let head):
      "A “pull” asks from \(since), but the library ends at \(head)."
    case .tooManySessions: "This device has too many connections open."
    case .tooManyPulls: "Too many “pull” came before earlier ones were answered."
    case .tooMuchWaiting: "The server has more to save than it can right now."
    case .storage(let error): error.description
    }
  }
}
