import Hub
package import Navigation

/// Why a command did not do what it says, as one sentence for a person.
package enum AdministrationError: Error, Hashable, Sendable {
  /// There is no such device, or it was revoked before.
  case unknownDevice(String)
  /// Several devices have this name; these are their ids.
  case ambiguousDevice(String, [String])
  /// What was to be opened is no link, for this reason.
  case noLink(String, LinkError)
  /// A device needs a name of 1 to `Limits.deviceNameLengthMax` characters.
  case badName
  /// A file cannot be read.
  case unreadable(String, SystemError)
  /// A file cannot be written.
  case unwritable(String, SystemError)
  /// A file to import is over `Limits.commandImportByteCountMax`.
  case tooLarge(String)
  /// A file is none that can be imported, for the reason given.
  case notImportable(String)
  /// The server stopped in the middle of an import, of which something is in the library or nothing yet.
  case cutShort(hasBegun: Bool)
  /// A question over HTTP is none, for the reason given.
  case badQuery(String)
  /// The catalogue has no book of the id asked for.
  case noSuchBook
  /// The library has no blob of the id asked for.
  case noSuchBlob
  /// What came is no picture of a kind that is kept.
  case notPicture
  /// What came is not what its name says; this would be its name.
  case misnamedBlob(String)
  /// The library's pictures would be more than they may, or have more bytes.
  case blobsFull
  /// The check found this many things wrong.
  case damaged(Int)
  /// There is a file already where a backup was to go.
  case exists(String)
  /// A backup would go where whoever asked for it does not see it.
  case elsewhere(String)
  /// A backup would replace something that is none.
  case noBackup(String)
  /// A backup would replace the library itself.
  case isLibrary(String)
  /// An export or a backup would replace a library, a backup of one, or something that belongs to it.
  case belongsToLibrary(String)
  /// A backup is whole and looked through, and the library could not take note of it, for the reason given.
  case notNoted(String, String)
  /// The folder of the server's own backups cannot be made or written, for the reason given.
  case noBackupFolder(String, String)
  /// A server runs on the directory that is to be restored.
  case isServing(String)
  /// A file to restore is no sound backup, for the reason given.
  case notRestorable(String, String)
  /// A backup is whole and looked through, and could not be put in place, for the reason given.
  case notPutInPlace(String, String)
  /// A server holds the data directory and does not answer, for the reason given.
  case noAnswer(String)
  /// The server answers nothing at all, asked for a command that leaves behind what is said.
  case silent(AdministrationCommand.Trace)
  /// The server ended before it had answered a command that leaves behind what is said.
  case brokenOff(AdministrationCommand.Trace)
  /// The server answered that it could not, with this sentence.
  case refused(String)
}

extension AdministrationError: CustomStringConvertible {
  /// The sentence for a person.
  package var description: String {
    switch self {
    case .unknownDevice(let id): "There is no device \(id) with access; see dogear device list."
    case .ambiguousDevice(let name, let ids):
      "Several devices are called \(name); name one by its id: \(ids.joined(separator: ", "))."
    case .noLink(let link, let error):
      "\(link.prefix(200)) is no link of the library: \(error.reason)."
    case .badName:
      "A device's name must have 1 to \(Limits.deviceNameLengthMax) characters, on one line."
    case .unreadable(let file, let error): "\(file) cannot be read: \(error)."
    case .unwritable(let file, let error):
      "\(file) cannot be written: \(error). What was there before is kept; make room or mend the "
        + "rights there, or write to another place."
    case .tooLarge(let file):
      "\(file) is over \(Limits.commandImportByteCountMax >> 20) MiB. Split a table and import the parts; a "
        + "library that is larger comes back from a backup, by dogear restore."
    case .notImportable(let reason), .badQuery(let reason): reason
    case .cutShort(let hasBegun):
      "The server stopped while it imported; \(hasBegun ? "a part" : "nothing") of it is in the library. "
        + "Import again when the server runs: nothing comes twice."
    case .noSuchBook: "The catalogue has no such book."
    case .noSuchBlob: "The library has no such picture, or not yet."
    case .notPicture:
      "This is no picture in JPEG, PNG or WebP, so it was not kept; send one of these."
    case .misnamedBlob(let name):
      "These bytes are not what the address says, so they were not kept; their SHA-256 is \(name)."
    case .blobsFull:
      "This library has all the pictures that it may, \(Hub.Limits.blobsByteCountMax >> 30) GiB or "
        + "\(Hub.Limits.blobsMax) of them, so this one was not kept; take covers off other books, which "
        + "makes room after 90 days."
    case .damaged(let count):
      "The check found \(count == 1 ? "one thing" : "\(count) things") wrong; dogear restore brings a "
        + "backup back."
    case .exists(let file): "There is already something at \(file); --force replaces a backup."
    case .elsewhere(let file):
      "The server sees another folder at \(file): it runs in a container, or with a /tmp of its own. "
        + "Nothing was written; name a file that both see, such as one in the data directory."
    case .noBackup(let file): "\(file) is no backup of a library, so it was not replaced."
    case .isLibrary(let file): "\(file) is the library itself; give the backup another name."
    case .belongsToLibrary(let file):
      "\(file) is a library, or a part of one; write to another name."
    case .notNoted(let file, let reason):
      "\(file) is a whole backup, but the library could not take note of it, so devices keep all their "
        + "edits: \(reason)"
    case .noBackupFolder(let folder, let reason):
      "Backups cannot go to \(folder): \(reason). Mend that, or name another with backupFolder; the next try "
        + "comes within a quarter of an hour."
    case .isServing(let directory):
      "A server runs on \(directory); stop it before restoring, and start it again after. Where systemd "
        + "runs it, stop its socket, too, which would start it at once."
    case .notRestorable(let file, let reason):
      "\(file) was not restored, and nothing was changed: \(reason)"
    case .notPutInPlace(let file, let reason):
      "\(file) could not be put in place (\(reason)); nothing is lost, run dogear restore once more."
    case .noAnswer(let reason):
      "Another dogear uses this data directory and does not answer: \(reason). What it saved is kept; "
        + "try again when it is done."
    case .silent(let trace):
      "The server on this data directory answers nothing: it is suspended, or hangs; have it go on, or end it. "
        + trace.advice
    case .brokenOff(let trace): "The server stopped before it had answered. \(trace.advice)"
    case .refused(let sentence): sentence
    }
  }
}

extension AdministrationCommand.Trace {
  /// What is kept of a command whose answer is lost, and what to do.
  fileprivate var advice: String {
    switch self {
    case .nothing: "Nothing was changed; do this again."
    case .books:
      "What it had imported by then is kept, if it had begun; import again: nothing comes twice."
    case .device:
      "If dogear device list shows the new device, revoke it, for nobody has its token; then add it again."
    case .backup: "The backup may be there, and is whole then; if it is not, do this again."
    case .deed: "It may be done, or not at all; do this again."
    }
  }
}
