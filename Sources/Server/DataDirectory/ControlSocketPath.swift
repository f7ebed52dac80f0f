import Glibc

/// Where a running server of a data directory listens for the command line.
package enum ControlSocketPath {
  /// The socket's path for `directory`, and the folder to make for it where it has one of its own.
  ///
  /// Inside the directory where that fits `sun_path`; else in a folder that only this user can enter,
  /// under a name made from the directory's real path, so that both sides find it alone.
  package static func path(
    for directory: DataDirectory, environment: [String: String]
  ) -> (path: String, folder: String?) {
    // By its real path, which is the same however the two sides spell it.
    let place = FileBytes.realPath(directory.path)
    let inside = inside(place)
    if inside.utf8.count <= Limits.socketPathByteCountMax { return (inside, nil) }
    let hash = Base32.text(of: SHA256.hash(place.utf8)).prefix(26)
    let base = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let folder = "\(base)/dogear-\(getuid())"
    let path = "\(folder)/\(hash).sock"
    // A runtime directory with such a name is nobody's; /tmp always fits.
    if path.utf8.count <= Limits.socketPathByteCountMax { return (path, folder) }
    return ("/tmp/dogear-\(getuid())/\(hash).sock", "/tmp/dogear-\(getuid())")
  }

  /// The socket's path in the data directory `place`, where that is short enough.
  static func inside(_ place: String) -> String { place + "/control.sock" }

  /// Makes the socket's own folder, and trusts one that is there only where nobody else could have
  /// put it there or can enter it.
  /// - Throws: `DataDirectoryError.unusable`.
  static func make(_ folder: String) throws(DataDirectoryError) {
    if unsafe mkdir(folder, 0o700) == 0 { return }
    guard errno == EEXIST else { throw .unusable(folder, SystemError.current.description) }
    var status = stat()
    guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == getuid(), status.st_mode & 0o077 == 0
    else { throw .unusable(folder, "it is not this user's alone") }
  }
}
