import Glibc
import Store

/// The folder that holds one server's everything, and the names of what is in it.
package struct DataDirectory: Hashable, Sendable {
  /// The folder's path.
  package let path: String

  /// Names the folder at `path`, which need not exist yet.
  package init(path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Reads the setting `data`: a path, where `~` is the home directory; empty means
  /// `$XDG_DATA_HOME/dogear`, else `~/.local/share/dogear`.
  /// - Throws: `SettingsError.noHome`.
  package init(setting: String, environment: [String: String]) throws(SettingsError) {
    if !setting.isEmpty {
      // Rather no library than one in a folder that is called ~.
      let isAtHome = setting == "~" || setting.hasPrefix("~/")
      guard !isAtHome || environment["HOME"]?.isEmpty == false else { throw .noHome }
      self.init(path: Self.expanded(setting, environment: environment))
    } else if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") {
      self.init(path: base + "/dogear")
    } else if let home = environment["HOME"], !home.isEmpty {
      self.init(path: home + "/.local/share/dogear")
    } else {
      throw .noHome
    }
  }

  /// The database.
  package var database: String { path + "/library.sqlite" }

  /// What SQLite puts behind a database's path for the files that belong to it, itself first.
  static let databaseSuffixes = ["", "-wal", "-shm", "-journal"]

  /// The copy of a backup that is looked through.
  var incoming: String { path + "/incoming.sqlite" }

  /// A database that is restored and whole, until it takes the other's place.
  package var restoring: String { path + "/restoring.sqlite" }

  /// Where a database is kept that a restore put aside.
  func kept(_ name: TimeName) -> String { "\(path)/library-\(name).sqlite" }

  /// The database that was put aside last; nil where there is none.
  var newestKept: String? {
    (FileBytes.names(in: path) ?? []).compactMap { name in
      guard name.hasPrefix("library-"), name.hasSuffix(".sqlite") else { return nil }
      return TimeName(name.dropFirst("library-".count).dropLast(".sqlite".count))
    }.max().map(kept)
  }

  /// Where the last backup is noted.
  package var backupRecord: String { path + "/backup.json" }

  /// Where what can be made again is kept: where the service manager says (`CacheDirectory=`, systemd.exec(5)),
  /// or else here.
  func cache(_ environment: [String: String]) -> String {
    let first = environment["CACHE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    return first ?? path + "/cache"
  }

  /// Where a running server listens for the command line.
  package var controlSocket: String { path + "/control.sock" }

  /// The file whose lock says that somebody writes here, and in which stands whether there is a library.
  package var lock: String { path + "/lock" }

  /// What to tell whoever waits for that lock.
  package var waitingNote: String {
    "Waiting up to \(Limits.lockPatience.components.seconds) seconds for another dogear that uses \(path): "
      + "a command that is not done, or a server that starts or stops."
  }

  /// Whether `path` leads to something of this directory's, or to another library or a backup of one: what
  /// no export may take the place of.
  package func mustKeep(_ path: String) -> Bool {
    if owns(path) { return true }
    guard let there = FileIdentity(of: path) else { return false }
    let own = Self.databaseSuffixes.map { database + $0 } + [lock, backupRecord]
    return own.contains { FileIdentity(of: $0) == there }
      || FileBytes.isRegular(path) && SQLiteStore.isLibrary(at: path)
  }

  /// Whether what is written to `path` would have a name by which the server knows its own files, be there
  /// one now or not: it would be taken for that, or taken away.
  func owns(_ path: String) -> Bool {
    let place = FileBytes.destination(of: FileBytes.absolute(path))
    guard let folder = FileIdentity(ofFolderHolding: place), folder == FileIdentity(of: self.path)
    else { return false }
    let own =
      [database, incoming, restoring].flatMap { file in Self.databaseSuffixes.map { file + $0 } }
      + [lock, backupRecord, controlSocket]
    let name = { (path: String) in path.split(separator: "/").last }
    return own.contains { name($0) == name(place) }
  }

  /// Whether what is written to `path` would be taken for a part of the data directory, of whichever server,
  /// that it lies in: a lock beside it says that it is one, and somebody may have that file open.
  static func isPart(_ path: String) -> Bool {
    let place = FileBytes.destination(of: FileBytes.absolute(path))
    let end = place.lastIndex(of: "/") ?? place.startIndex
    let folder = DataDirectory(path: String(place[..<end]))
    return FileBytes.exists(folder.lock) && folder.owns(place)
  }

  /// Whether a restore was cut short after the old database was put aside and before the new one took
  /// its place: what looks empty is not.
  var isHalfRestored: Bool {
    let isThere = { (path: String) in unsafe access(path, F_OK) == 0 }
    return isThere(restoring) && !isThere(database)
  }

  /// Takes away what a restore has left that was cut short before it changed anything: as much as a library
  /// takes, which nobody would come back for.
  func removeUnfinishedRestore() {
    for file in [incoming, restoring] {
      for suffix in Self.databaseSuffixes { unsafe unlink(file + suffix) }
    }
  }

  /// Whether the database is not there, or holds nothing, as before a first start.
  var isEmpty: Bool { FileBytes.count(of: database) == 0 }

  /// Whether the database is gone: what lies beside it, or in `backups`, says that it held a library. One
  /// that was never backed up is missed as well: to begin anew without a word would leave every device
  /// unpaired, and its owner in the belief that all was in order.
  func isLost(_ backups: BackupFolder) -> Bool {
    guard isEmpty, !isHalfRestored else { return false }
    return FileBytes.count(of: database + "-wal") > 0 || heldLibrary(backups)
  }

  /// Whether a library was made here, by what lies beside the database or in `backups`.
  func heldLibrary(_ backups: BackupFolder) -> Bool {
    FileBytes.count(of: lock) > 0 || FileBytes.exists(backupRecord) || !backups.backups.isEmpty
  }

  /// Makes the folder, readable by its owner alone, with the folders above it.
  /// - Throws: `DataDirectoryError.unusable`.
  package func create() throws(DataDirectoryError) {
    let ends = path.indices.dropFirst().filter { path[$0] == "/" } + [path.endIndex]
    for end in ends {
      guard unsafe mkdir(String(path[..<end]), 0o700) != 0, errno != EEXIST else { continue }
      throw .unusable(path, SystemError.current.description)
    }
    // By the entry for itself, which a file has not.
    guard unsafe access(path + "/.", R_OK | W_OK | X_OK) == 0 else {
      throw .unusable(path, SystemError.current.description)
    }
  }

  /// `path` with a leading `~` made the home directory.
  package static func expanded(_ path: String, environment: [String: String]) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
    return home + path.dropFirst()
  }
}

/// Why a data directory cannot be used, as one sentence for a person.
package enum DataDirectoryError: Error, Hashable, Sendable {
  /// The folder cannot be made, read or written.
  case unusable(String, String)
  /// Somebody else holds the lock.
  case inUse(String)
  /// A command that needs a library found none.
  case empty(String)
  /// The library cannot be what was written, for the reason given; a backup is known, or not.
  case damaged(String, String, backup: String?)
  /// The library is not there any more; a backup is known, or not.
  case lost(String, backup: String?)
  /// A restore was cut short.
  case halfRestored(String)
}

extension DataDirectoryError: CustomStringConvertible {
  /// The sentence for a person.
  package var description: String {
    switch self {
    case .unusable(let path, let reason):
      "The data directory \(path) cannot be used: \(reason). Mend its rights, or name another folder with "
        + "--data."
    case .inUse(let path):
      "Another dogear already uses \(path), so nothing was changed; stop that one, or name another folder "
        + "with --data."
    case .empty(let path):
      "There is no library in \(path) yet; start one with dogear serve --data \(path)."
    case .damaged(let path, let reason, let backup):
      "\(reason) Nothing was changed; bring a backup back with "
        + "dogear restore \(backup ?? "FILE") --data \(path)"
        + (backup == nil ? ", where FILE is a backup (none is known here)." : ".")
    case .lost(let path, let backup):
      "The library in \(path) is gone: library.sqlite is empty or not there, or lost its log, though it was "
        + "before. Nothing was changed; bring a backup back with dogear restore \(backup ?? "FILE") "
        + "--data \(path)\(backup == nil ? ", where FILE is a backup (none is known here)" : "")"
        + ", or move backup.json, lock and the backups away to begin anew."
    case .halfRestored(let path):
      "A restore of \(path) was cut short; run dogear restore once more with the same backup. What was "
        + "there before is kept as library-….sqlite."
    }
  }
}
