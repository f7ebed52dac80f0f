import Glibc

/// The folder of a server's own rotating backups. Only regular files with a name that is made here
/// are ever counted or removed: whatever else lies there is somebody's.
package struct BackupFolder: Sendable {
  /// The folder's path.
  package let path: String

  /// Names the folder at `path`, which need not exist yet.
  package init(path: String) { self.path = path }

  /// The paths of the backups that are there, oldest first; none where there is no folder.
  package var backups: [String] {
    names.map { file($0) }
  }

  /// When the newest of them was complete, in milliseconds since 1970 UTC, and its size; nil where there is
  /// none.
  var newest: (at: Int, byteCount: Int)? {
    guard let newest = backups.last else { return nil }
    var status = stat()
    guard unsafe stat(newest, &status) == 0 else { return nil }
    return (status.st_mtim.tv_sec * 1_000, Int(status.st_size))
  }

  /// Where a backup made at `now` belongs: always behind those that are there, also when the clock was
  /// set back, because the newest is the one that people restore and rotation spares.
  package func path(now: Int) -> String {
    let name = TimeName(milliseconds: now)
    guard let newest = names.last, newest >= name else { return file(name) }
    return file(newest.next)
  }

  /// Makes the folder, readable by its owner alone, with the folders above it.
  /// - Throws: `AdministrationError.noBackupFolder`.
  func create() throws(AdministrationError) {
    do {
      try DataDirectory(path: path).create()
    } catch .unusable(_, let reason) {
      throw .noBackupFolder(path, reason)
    } catch {
      preconditionFailure("Making a folder fails in one way only.")
    }
  }

  /// Removes the oldest backups until `count` are left.
  package func rotate(keeping count: Int) {
    for name in names.dropLast(count) { unsafe unlink(file(name)) }
  }

  /// Removes what backups left unfinished that were cut short.
  package func removeUnfinished() {
    for entry in entries where Self.isUnfinished(entry) { unsafe unlink("\(path)/\(entry)") }
  }

  private var names: [TimeName] {
    entries.compactMap { Self.name($0[...]) }.filter { isFile(file($0)) }.sorted()
  }

  private func file(_ name: TimeName) -> String { "\(path)/dogear-\(name).sqlite" }

  /// Whether it is a backup that was not finished, `dogear-TIME.sqlite.RANDOM.partial`, or what SQLite lays
  /// beside one. `RANDOM` was not always there.
  private static func isUnfinished(_ entry: String) -> Bool {
    let parts = entry.split(separator: ".", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count), let last = parts.last else { return false }
    return ["partial", "partial-journal", "partial-wal", "partial-shm"].contains(last)
      && name("\(parts[0]).\(parts[1])") != nil
  }

  private static func name(_ entry: Substring) -> TimeName? {
    guard entry.hasPrefix("dogear-"), entry.hasSuffix(".sqlite") else { return nil }
    return TimeName(entry.dropFirst("dogear-".count).dropLast(".sqlite".count))
  }

  private func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private var entries: [String] { FileBytes.names(in: path) ?? [] }
}
