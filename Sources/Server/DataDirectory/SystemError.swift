import Glibc

/// An error number of the operating system, in its own words.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, as `errno` gives it.
  package let number: Int32

  /// The error of the call that has just failed.
  package static var current: SystemError { SystemError(number: errno) }

  /// The sentence for a person.
  package var description: String {
    unsafe String(cString: strerror(number))
  }
}
