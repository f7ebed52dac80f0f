import Glibc

/// The files of the browser client's folder, by the path that asks for them.
///
/// Only what a scan of the folder found can be asked for, so no path leads out of it. A file that was
/// changed since is read again when it is next asked for, and a path nobody knows has the folder
/// scanned again if that changed: whoever edits the client reloads the page and sees it. A pack is of
/// hundreds of files, which are looked at so often and no more: anybody may ask for it.
package struct StaticFiles {
  private struct Entry {
    let stamp: Stamp
    let file: StaticFile
  }

  private let root: String
  private var entries: [String: Entry] = [:]
  /// The stamp of each folder, by its path below the root (`""` for the root itself).
  private var folders: [String: Stamp] = [:]
  /// The packs as they were made last, and when their files were looked at.
  private var packs: ShellPacks?
  private var packsSeen: ContinuousClock.Instant?
  private let packsHold: Duration
  private let kept: KeptCodings?

  /// Reads every file of the folder at `root` that has a type we serve. A pack may be as old as
  /// `packsHold`; what the packs are compressed to is kept in `kept`.
  /// - Throws: `StaticFilesError`.
  package init(
    root: String, packsHold: Duration = Limits.packsHold, keptIn kept: KeptCodings? = nil
  ) throws(StaticFilesError) {
    self.packsHold = packsHold
    self.kept = kept
    self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    try scan()
    guard entries["index.html"] != nil else { throw .noIndex(root) }
  }

  /// The file at `path`, such as `views/list.js`, as it is on disk now, or the pack that has its
  /// address.
  package mutating func file(at path: String) -> StaticFile? {
    guard ShellPacks.entries.contains(path) else { return alone(at: path) }
    if packsSeen.map({ $0.duration(to: .now) >= packsHold }) ?? true {
      let known = packs
      if known?.sources.allSatisfy({ (alone(at: $0)?.tag ?? "") == $1 }) != true {
        packs = ShellPacks(keptIn: kept) { alone(at: $0) }
      }
      packsSeen = .now
    }
    return packs?.files[path] ?? alone(at: path)
  }

  /// The file at `path` alone.
  private mutating func alone(at path: String) -> StaticFile? {
    if let entry = entries[path] {
      guard let stamp = Stamp(ofRegularFile: root + "/" + path) else { return nil }
      if stamp == entry.stamp { return entry.file }
      // Half-written or just gone: the next request finds out; until then the old one serves.
      return (try? read(path, stamp)) ?? entry.file
    }
    let folder = knownFolder(above: path)
    guard folders[folder] != Stamp(ofFolder: root + "/" + folder) else { return nil }
    try? scan()
    return entries[path]?.file
  }

  /// The deepest folder on the way to `path` that was there at the last scan: one that is new is seen by the
  /// one that it was made in. From the root on, so that a path of a thousand parts costs no more than what
  /// there is of it.
  private func knownFolder(above path: String) -> String {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      let next = folder.isEmpty ? String(part) : folder + "/" + part
      guard folders[next] != nil else { break }
      folder = next
    }
    return folder
  }

  // MARK: Reading

  private mutating func scan() throws(StaticFilesError) {
    var pending = [""]
    var found: [String: Stamp] = [:]
    var seen: [String: Stamp] = [:]
    while let folder = pending.popLast() {
      guard let stamp = Stamp(ofFolder: root + "/" + folder) else {
        if folder.isEmpty { throw .unreadable(root, SystemError.current.description) }
        continue
      }
      seen[folder] = stamp
      for name in try names(in: folder) where !name.hasPrefix(".") {
        let path = folder.isEmpty ? name : folder + "/" + name
        if Stamp(ofFolder: root + "/" + path) != nil {
          pending.append(path)
        } else if ContentType.of(name) != nil, let stamp = Stamp(ofRegularFile: root + "/" + path) {
          found[path] = stamp
        }
      }
      guard found.count <= Limits.staticFileCountMax else { throw .tooMany(root) }
    }
    // What could not be looked through is looked through again at the next path that nobody knows.
    folders = seen
    entries = entries.filter { found[$0.key] != nil }
    var failure: StaticFilesError?
    for (path, stamp) in found where entries[path]?.stamp != stamp {
      do throws(StaticFilesError) {
        _ = try read(path, stamp)
      } catch {
        failure = failure ?? error
        forgetFolders(above: path)
      }
    }
    if let failure { throw failure }
  }

  /// Has whoever asks for `path` scan again, though nothing is new in the folders on the way.
  private mutating func forgetFolders(above path: String) {
    var folder = path[...]
    while let end = folder.lastIndex(of: "/") {
      folder = folder[..<end]
      folders[String(folder)] = nil
    }
    folders[""] = nil
  }

  private mutating func read(
    _ path: String, _ stamp: Stamp
  ) throws(StaticFilesError) -> StaticFile {
    guard stamp.byteCount <= Limits.staticFileByteCountMax else { throw .tooLarge(path) }
    guard let type = ContentType.of(path), let bytes = FileBytes.read(root + "/" + path) else {
      throw .unreadable(path, SystemError.current.description)
    }
    let file = StaticFile(type: type, bytes: Self.sent(bytes, as: type))
    entries[path] = Entry(stamp: stamp, file: file)
    return file
  }

  private static func sent(_ bytes: [UInt8], as type: String) -> [UInt8] {
    if type.hasPrefix("text/javascript") { return ScriptText.withoutComments(bytes) }
    return type.hasPrefix("text/css") ? StyleText.withoutComments(bytes) : bytes
  }

  private func names(in folder: String) throws(StaticFilesError) -> [String] {
    guard let names = FileBytes.names(in: root + "/" + folder) else {
      throw .unreadable(root + "/" + folder, SystemError.current.description)
    }
    return names
  }
}

/// Why a folder cannot be served, as one sentence for a person.
package enum StaticFilesError: Error, Hashable, Sendable {
  /// A file or folder cannot be read.
  case unreadable(String, String)
  /// The folder holds no `index.html`.
  case noIndex(String)
  /// The folder holds more than `Limits.staticFileCountMax` files.
  case tooMany(String)
  /// A file is over `Limits.staticFileByteCountMax`.
  case tooLarge(String)
}

extension StaticFilesError: CustomStringConvertible {
  /// The sentence for a person.
  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
    case .noIndex(let root): "\(root) holds no browser client: it has no index.html."
    case .tooMany(let root):
      "\(root) holds more than \(Limits.staticFileCountMax) files, so it is no browser client."
    case .tooLarge(let path):
      "\(path) is larger than \(Limits.staticFileByteCountMax) bytes, which no file of the client is."
    }
  }
}
