import Glibc

/// Owns one file descriptor: closed with the last reference.
final class Descriptor: Sendable {
  let raw: CInt

  /// Takes over the result of a system call that makes a descriptor.
  ///
  /// - Throws: `TransportError.system` when the call failed.
  init(_ raw: CInt, from call: String) throws(TransportError) {
    guard raw >= 0 else { throw .last(call) }
    self.raw = raw
  }

  deinit {
    Glibc.close(raw)
  }
}
