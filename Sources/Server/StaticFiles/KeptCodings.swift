import Glibc

/// What the packs of the browser client are compressed to, kept in a folder: a server that starts again sends
/// it at once, where making it takes a second or two of a processor.
///
/// Nothing depends on the folder. A file there is of one content in one coding, and what is not whole is made
/// anew; where nothing can be written all is made at every start.
package struct KeptCodings: Sendable {
  private let folder: String

  /// Keeps in the folder at `path`, which need not exist yet.
  package init(folder: String) { self.folder = folder }

  /// `content` as `coding` has it: what is kept, or else what `compress` makes of it, which is kept then.
  package func bytes(
    of content: [UInt8], in coding: String, by compress: ([UInt8]) -> [UInt8]?
  ) -> [UInt8]? {
    let name = "\(Base32.text(of: SHA256.hash(content))).\(coding)"
    if let kept = read(name, atMost: content.count) { return kept }
    guard let made = compress(content) else { return nil }
    keep(made, name)
    return made
  }

  /// What is kept under `name`; nil where that is not what was written there.
  private func read(_ name: String, atMost count: Int) -> [UInt8]? {
    let byteCountMax = Self.sealByteCount + count
    guard let file = FileBytes.read("\(folder)/\(name)", byteCountMax: byteCountMax),
      file.count <= byteCountMax
    else { return nil }
    let bytes = Array(file.dropFirst(Self.sealByteCount))
    return Self.sealed(bytes, name) == file ? bytes : nil
  }

  /// Keeps `bytes` if it can: whoever asks for them has them anyway.
  private func keep(_ bytes: [UInt8], _ name: String) {
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { return }
    try? FileBytes.write(Self.sealed(bytes, name), to: "\(folder)/\(name)")
    dropOldest()
  }

  /// Takes away what was written first, also what a crash left half written, until few enough are left.
  private func dropOldest() {
    let paths = (FileBytes.names(in: folder) ?? []).filter { name in
      [".br", ".gzip", ".partial"].contains { name.hasSuffix($0) }
    }.map { "\(folder)/\($0)" }
    guard paths.count > Limits.keptCodingsMax else { return }
    let byAge = paths.map { ($0, FileBytes.modified($0)) }.sorted { $0.1 < $1.1 }
    for (path, _) in byAge.dropLast(Limits.keptCodingsMax) { unsafe unlink(path) }
  }

  /// `bytes` behind a hash of them and of their name, as they are written.
  private static func sealed(_ bytes: [UInt8], _ name: String) -> [UInt8] {
    SHA256.hash(Array(name.utf8) + bytes) + bytes
  }

  private static let sealByteCount = 32
}
