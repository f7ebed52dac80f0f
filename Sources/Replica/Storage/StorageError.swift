/// Why a storage could not do what it was asked, as one sentence for a person.
public enum StorageError: Error, Hashable, Sendable {
  /// There is no folder for it, or the system does not let us write there.
  case unwritable(path: String)
  /// The file is something else.
  case foreign(path: String)
  /// A newer version of this program wrote it.
  case newer(found: Int, known: Int)
  /// Another process, or this one, has it open.
  case inUse(path: String)
  /// The engine would not promise that a write survives a loss of power.
  case notDurable(synchronous: Int)
  /// There is no room left on the disk.
  case full
  /// What is there cannot be what was written.
  case damaged(String)
  /// Anything else that the engine or the disk reports, in its words.
  case failed(code: Int, String)
}

extension StorageError: CustomStringConvertible {
  /// What is wrong, and what to do where there is something.
  public var description: String {
    switch self {
    case .unwritable(let path): "Nothing can be kept at \(path): look at the folder and its rights."
    case .foreign(let path): "\(path) is not Dogear's; it was left as it is."
    case .newer(let found, let known):
      "The copy on this device was written by a newer version (its format is \(found), this one "
        + "knows \(known)); update this program."
    case .inUse(let path): "Another program is using \(path); only one at a time can."
    case .notDurable(let synchronous):
      "SQLite would not keep its promises over a power cut (synchronous is \(synchronous), not 2), "
        + "so nothing is written."
    case .full:
      "There is no room left on this device to keep edits; make some, and saving goes on."
    case .damaged(let what): "The copy on this device is damaged: \(what)"
    case .failed(let code, let message):
      "The copy on this device could not be read or written (SQLite \(code): \(message))."
    }
  }
}
