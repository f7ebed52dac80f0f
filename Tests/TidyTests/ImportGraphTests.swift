import Foundation
import Testing

/// The import graph of the architecture, from the pure core upward: a target may import only what is
/// listed for it, and everything listed stands above it in the table.
struct ImportGraphTests {
  static let allowed: [(target: String, imports: Set<String>)] = [
    ("Library", []),
    ("Framing", ["CZlib"]),
    ("Navigation", ["Library"]),
    ("Wire", ["Library"]),
    ("Transport", ["Framing", "COpenSSL", "CLinux", "CURing"]),
    ("Store", ["Library", "CDeflate", "CSQLite"]),
    ("Replica", ["Wire", "Library", "Framing", "COpenSSL"]),
    ("Hub", ["Store", "Wire", "Library", "Navigation"]),
    ("Interchange", ["Library"]),
    ("Catalog", ["Library", "CStarter"]),
    (
      "Server",
      [
        "Hub", "Store", "Catalog", "Interchange", "Wire", "Transport", "Framing", "Navigation",
        "Library", "CLinux", "COpenSSL", "CBrotli", "CDeflate", "CQREncode", "CCurl",
      ]
    ),
    ("Simulation", ["Hub", "Store", "Replica", "Wire", "Library"]),
    ("simulate", ["Simulation", "Library"]),
    ("dogear", ["Server", "Replica", "Interchange", "Library", "CJemalloc", "COpenSSL"]),
  ]

  static let librariesInC: Set = [
    "CLinux", "COpenSSL", "CBrotli", "CDeflate", "CSQLite", "CZlib", "CQREncode", "CCurl",
    "CJemalloc", "CStarter", "CURing",
  ]

  static let ours = Set(allowed.map(\.target)).union(librariesInC)

  /// Modules that bring clocks, sockets, disks or threads: the pure core has none of them.
  static let impure: Set<String> = [
    "Dispatch", "Glibc", "CLinux", "COpenSSL", "GRDB", "Synchronization",
  ]
  /// A source that may have one of them, and why.
  static let excused: [String: String] = [
    // The first loop that sends a frame compressed does it for all: a lock around leaf data.
    "Sources/Framing/WebSocket/EncodedFrame.swift": "Synchronization"
  ]
  static let pure: Set<String> = [
    "Library", "Navigation", "Framing", "Wire", "Hub", "Interchange", "Catalog",
  ]

  /// The replica's machine is as pure as they are; its socket and its disk stand around it.
  static let pureFolder = "Sources/Replica/Machine/"

  @Test(arguments: Repository.swiftSources)
  func `a source imports only what the architecture allows its target`(file: Repository.File)
    throws
  {
    let row = try #require(
      Self.allowed.first { $0.target == file.target }, "\(file) belongs to no target")
    for name in imports(of: file) where Self.ours.contains(name) {
      #expect(row.imports.contains(name), "\(file) imports \(name)")
    }
    if Self.pure.contains(file.target) || file.path.hasPrefix(Self.pureFolder) {
      let impure = Self.impure.subtracting([Self.excused[file.path] ?? ""])
      #expect(imports(of: file).isDisjoint(with: impure), "\(file) is no longer pure")
    }
  }

  @Test func `imports only go downward`() {
    var below = Self.librariesInC
    for row in Self.allowed {
      #expect(row.imports.isSubset(of: below), "\(row.target) imports what stands above it")
      below.insert(row.target)
    }
  }

  /// Two lists that say one thing would part in time.
  @Test func `the manifest declares what is allowed, and nothing else`() throws {
    let manifest = try String(
      contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
    for row in Self.allowed {
      let rest = try #require(manifest.split(separator: "name: \"\(row.target)\"").dropFirst().last)
      let declared = try #require(rest.split(separator: "swiftSettings").first)
      let names = Set(declared.split(separator: "\"").map(String.init))
      #expect(names.intersection(Self.ours) == row.imports, "\(row.target)")
    }
  }

  private func imports(of file: Repository.File) -> Set<String> {
    Set(
      file.lines.compactMap { line in
        let words = line.split(separator: " ")
        guard let position = words.firstIndex(of: "import"), position <= 2,
          !line.hasPrefix("/"), words.indices.contains(position + 1)
        else { return nil }
        let name = words[position + 1]
        // `import struct Foundation.URL` names the module after the kind.
        let module =
          ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
            .contains(name) ? words.last ?? name : name
        return String(module.split(separator: ".").first ?? module)
      })
  }
}
