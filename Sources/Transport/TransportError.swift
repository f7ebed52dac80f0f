import Glibc

/// Why listening, or starting a loop, failed. The description is one sentence for a person.
package enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call failed with this `errno`.
  case system(call: String, code: Int32)
  /// The host is neither an address of this machine nor a name of one.
  case unknownHost(String)
  /// No address of this machine is this one.
  case notOurs(String)
  /// The system lets only its administrator listen there.
  case notAllowed(String)
  /// Another program listens there.
  case addressInUse(String)
  /// No socket can be made at this path, as on a disk that knows none, with this `errno`.
  case noSocket(path: String, code: Int32)
  /// There is a file at the socket's path, and it is no socket.
  case notASocket(String)
  /// What was handed over under this number is no socket that listens.
  case notListening(Int)

  /// One sentence.
  package var description: String {
    switch self {
    case .system(let call, let code):
      "\(call) failed: \(unsafe String(cString: strerror(code)))."
    case .unknownHost(let host): "There is no host \(host) to listen on."
    case .notOurs(let address): "This machine has no address \(address) to listen on."
    case .notAllowed(let address):
      "This user may not listen on \(address): ports below 1024 are for root; take another one."
    case .addressInUse(let address):
      "Another program is listening on \(address); stop it, or listen on another port."
    case .noSocket(let path, let code):
      "No socket can be made at \(path): \(unsafe String(cString: strerror(code)))."
    case .notASocket(let path): "There is a file at \(path) that is not a socket."
    case .notListening(let number):
      "The service manager handed over descriptor \(number), which is no socket that listens."
    }
  }

  /// The failure of the system call that was made last on this thread.
  static func last(_ call: String) -> TransportError {
    .system(call: call, code: errno)
  }
}
