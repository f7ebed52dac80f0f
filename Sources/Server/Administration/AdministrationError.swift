/// Why a command did not do what it says, as one sentence for a person.
package enum AdministrationError: Error, Hashable, Sendable {
  /// There is no such device, or it was revoked before.
  case unknownDevice(String)
  /// A device needs a name of 1 to `Limits.deviceNameLengthMax` characters.
  case badName
  /// A file cannot be read.
  case unreadable(String, SystemError)
  /// A file cannot be written.
  case unwritable(String, SystemError)
  /// A file is over `Limits.importByteCountMax`.
  case tooLarge(String)
  /// A file is none that can be imported, for the reason given.
  case notImportable(String)
  /// The check found this many things wrong.
  case damaged(Int)
  /// A server holds the data directory and does not answer, for the reason given.
  case noAnswer(String)
  /// The server answered that it could not, with this sentence.
  case refused(String)
}

extension AdministrationError: CustomStringConvertible {
  /// The sentence for a person.
  package var description: String {
    switch self {
    case .unknownDevice(let id): "There is no device \(id) with access; see dogear device list."
    case .badName:
      "A device's name must have 1 to \(Limits.deviceNameLengthMax) characters, on one line."
    case .unreadable(let file, let error): "\(file) cannot be read: \(error)."
    case .unwritable(let file, let error): "\(file) cannot be written: \(error)."
    case .tooLarge(let file):
      "\(file) is over \(Limits.importByteCountMax >> 20) MiB; split it and import the parts."
    case .notImportable(let reason): reason
    case .damaged(let count):
      count == 1 ? "The check found one thing wrong." : "The check found \(count) things wrong."
    case .noAnswer(let reason):
      "A server uses this data directory but does not answer: \(reason)."
    case .refused(let sentence): sentence
    }
  }
}
