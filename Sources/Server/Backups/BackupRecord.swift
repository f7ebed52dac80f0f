import Glibc
import Library

/// The last backup of a data directory, as noted in a file beside the database: when the database can
/// no longer be read, this is what still knows where its copy is.
package struct BackupRecord: Hashable, Sendable {
  /// The backup's path.
  package var path: String
  /// When it was complete, in milliseconds since 1970 UTC.
  package var at: Int
  /// Its size.
  package var byteCount: Int

  /// Makes a record from its parts.
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
    return BackupRecord(path: path, at: at, byteCount: byteCount)
  }

  /// Notes the record in `directory`.
  /// - Throws: `SystemError`.
  func note(in directory: DataDirectory) throws(SystemError) {
    let json: JSONValue = ["path": .string(path), "at": .int(at), "bytes": .int(byteCount)]
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
