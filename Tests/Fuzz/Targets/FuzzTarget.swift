import Foundation

/// Something that takes bytes from strangers, and what it promises whatever they are.
package protocol FuzzTarget: SendableMetatype {
  /// What `make fuzz` calls it, and its folder in `Tests/Fuzz/Corpora`.
  static var name: String { get }
  /// Takes any bytes. Traps where a promise is broken.
  static func run(_ input: [UInt8])
  /// Whether the bytes are right, as those of the corpus must be: wrong ones are found near them.
  static func accepts(_ input: [UInt8]) -> Bool
}

extension FuzzTarget {
  /// The corpus, by the names of its files: inputs to begin with.
  package static var corpus: [(file: String, bytes: [UInt8])] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Corpora/\(name)", isDirectory: true)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.sorted().map { file in
      let path = folder.appendingPathComponent(file).path
      return (file, FileManager.default.contents(atPath: path).map { Array($0) } ?? [])
    }
  }
}

/// Every target.
package enum FuzzTargets {
  /// A new target is one file, its corpus, and its line here.
  package static var all: [any FuzzTarget.Type] {
    [
      FrameTarget.self, InflateTarget.self, RequestTarget.self, WireTarget.self, LinkTarget.self,
      ImportTarget.self,
    ]
  }

  /// The target of this name.
  package static func named(_ name: String) -> (any FuzzTarget.Type)? {
    all.first { $0.name == name }
  }
}
