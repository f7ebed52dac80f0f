import Glibc
import Library
import Store

/// The last backup of a data directory, as noted in a file beside the database: when the database can
/// no longer be read, this is what still knows where its copy is.
package struct BackupRecord: Hashable, Sendable {
  /// Where a library was.
  package struct Place: Hashable, Sendable {
    /// Its epoch.
    package var epoch: String
    /// The sequence of its last operation.
    package var head: Int
  }

  /// The backup's path.
  package var path: String
  /// When it was complete, in milliseconds since 1970 UTC.
  package var at: Int
  /// Its size.
  package var byteCount: Int
  /// Up to where it holds each library, by id. An older Dogear noted none.
  package var libraries: [String: Place] = [:]

  /// Makes a record that names no library yet.
  package init(path: String, at: Int, byteCount: Int) {
    self.path = path
    self.at = at
    self.byteCount = byteCount
  }

  /// What `directory` notes; nil where there is nothing that can be read.
  package static func last(of directory: DataDirectory) -> BackupRecord? {
    guard let bytes = FileBytes.read(directory.backupRecord),
      let json = try? JSONValue(parsing: bytes), let path = json["path"]?.string,
      let at = json["at"]?.int, let byteCount = json["bytes"]?.int
    else { return nil }
    var record = BackupRecord(path: path, at: at, byteCount: byteCount)
    for (id, place) in json["libraries"]?.object ?? [:] {
      guard let epoch = place["epoch"]?.string, let head = place["head"]?.int else { continue }
      record.libraries[id] = Place(epoch: epoch, head: head)
    }
    return record
  }

  /// What is wrong with the database of `directory`, by what the backup held: a library never becomes shorter,
  /// but by a restore, which begins a new epoch. It is looked at only; one that cannot be read says so when it is
  /// opened.
  func finding(in directory: DataDirectory) -> String? {
    guard !libraries.isEmpty,
      let store = try? SQLiteStore(path: directory.database, access: .recordsOnly)
    else { return nil }
    for (id, place) in libraries.sorted(by: { $0.key < $1.key }) {
      guard let library = try? store.library(id), library.epoch == place.epoch,
        library.head < place.head
      else { continue }
      return "\(library.name) ends with edit \(library.head), but the last backup holds it up to "
        + "edit \(place.head): library.sqlite or its log is damaged, or was replaced by an older copy."
    }
    return nil
  }

  /// Notes the record in `directory`.
  /// - Throws: `SystemError`.
  func note(in directory: DataDirectory) throws(SystemError) {
    var places: JSONObject = [:]
    for (id, place) in libraries {
      places[id] = ["epoch": .string(place.epoch), "head": .int(place.head)]
    }
    let json: JSONValue = [
      "path": .string(path), "at": .int(at), "bytes": .int(byteCount), "libraries": .object(places),
    ]
    try FileBytes.write(json.canonicalBytes, to: directory.backupRecord)
    FileBytes.give(directory.backupRecord, toOwnerOf: directory.path)
  }

  /// The path of the newest backup of `directory` that is still there: the one noted last, else the
  /// newest in `folder`.
  static func newest(of directory: DataDirectory, in folder: BackupFolder) -> String? {
    if let last = last(of: directory)?.path, unsafe access(last, R_OK) == 0 { return last }
    return folder.backups.last
  }
}
