/// Why the store could not do what it was asked, as one sentence for a person.
package enum StoreError: Error, Hashable, Sendable {
  /// There is no database at this path.
  case missing(path: String)
  /// The file is a database of some other program, or none at all.
  case foreign(path: String)
  /// The database was written by a newer Dogear.
  case newer(found: Int, known: Int)
  /// The database was written by an older Dogear, and is opened to look at only.
  case older(found: Int, known: Int)
  /// The engine would not promise that a commit survives power loss.
  case notDurable(synchronous: Int)
  /// There is no room left on the disk, or the quota is used up.
  case full
  /// There is no room left where this backup was to go.
  case noRoomForBackup(path: String)
  /// A file beside the library, or its folder, cannot be written, in the system's words.
  case unwritable(path: String, String)
  /// Somebody else held the database for longer than `Limits.busyTimeoutMilliseconds`.
  case busy
  /// What is stored cannot be what was written.
  case damaged(String)
  /// No library has this id.
  case unknownLibrary(String)
  /// The log holds an operation of this id already.
  case recorded(String)
  /// Anything else that the engine or the disk reports, in its words.
  case failed(code: Int, String)
}

extension StoreError: CustomStringConvertible {
  /// One sentence for a person: what is wrong, and what to do where there is something.
  package var description: String {
    switch self {
    case .missing(let path): "There is no library at \(path)."
    case .foreign(let path): "\(path) is not a Dogear library; it was left as it is."
    case .newer(let found, let known):
      "The library was written by a newer Dogear (its version is \(found), this one knows \(known)); "
        + "update Dogear to open it."
    case .older(let found, let known):
      "The library was last used by an older Dogear (its version is \(found), this one's \(known)); "
        + "start the server once to bring it up to date."
    case .notDurable(let synchronous):
      "SQLite would not keep its promises over a power cut (synchronous is \(synchronous), not 2), "
        + "so nothing is written."
    case .full: "The disk is full; nothing was lost, and saving goes on when there is room."
    case .noRoomForBackup(let path):
      "The disk that \(path) is on is full, so no backup was made; those from before and the library are "
        + "as they were. Make room there, or name another place."
    case .unwritable(let path, let reason):
      "\(path) cannot be written: \(reason). What was there before is kept; mend that, or name another."
    case .busy: "Another program holds the library; try again in a moment."
    case .damaged(let what): "The library is damaged: \(what)"
    case .unknownLibrary(let id): "There is no library \(id)."
    case .recorded(let id): "The library has met the edit \(id) before; it was not saved twice."
    case .failed(let code, let message):
      "The library could not be read or saved (SQLite \(code): \(message)); what was saved before is kept. "
        + "Try again, and look at the disk if it stays so."
    }
  }
}
