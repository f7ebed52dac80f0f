// swift-tools-version: 6.2
import PackageDescription

/// `DOGEAR_MUTANTS` builds the historical bugs that the simulator must find into the sync engine; what
/// is shipped is built without.
let mutants: [SwiftSetting] =
  Context.environment["DOGEAR_MUTANTS"] == nil ? [] : [.define("MUTANTS")]

/// Every target is held to the same bar: language mode 6, explicit existentials and imports, no
/// warning let through, and each unsafe pointer or executor site spelled out.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
  ] + mutants

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let configuration = Target.Dependency.product(
  name: "Configuration", package: "swift-configuration")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let ordered = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")

/// The architecture: a target imports only what stands before it. The Tidy tests hold the sources to
/// this list, and `make test` builds with the explicit-import check on.
let package = Package(
  name: "dogear",
  products: [
    .executable(name: "dogear", targets: ["dogear"]),
    .library(name: "DogearSDK", targets: ["Library", "Wire", "Replica"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // Level 0
    .target(name: "Library", swiftSettings: settings),
    .target(name: "Framing", dependencies: ["CZlib", httpTypes], swiftSettings: settings),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CBrotli", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CURing", providers: [.apt(["liburing-dev"])]),
    .systemLibrary(name: "CJemalloc", providers: [.apt(["libjemalloc-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CStarter", exclude: ["starter.json"]),

    // Level 1
    .target(name: "Navigation", dependencies: ["Library"], swiftSettings: settings),
    .target(name: "Wire", dependencies: ["Library"], swiftSettings: settings),

    // Level 2
    .target(
      name: "Transport", dependencies: ["Framing", "COpenSSL", "CLinux", "CURing", deque],
      swiftSettings: settings),
    .target(
      name: "Store", dependencies: ["Library", "CDeflate", "CSQLite", grdb, sqlite],
      swiftSettings: settings),
    .target(
      name: "Replica",
      dependencies: [
        "Wire", "Library", "Framing", "COpenSSL", httpTypes, grdb, ordered,
      ],
      swiftSettings: settings),

    // Level 3
    .target(
      name: "Hub", dependencies: ["Store", "Wire", "Library", "Navigation", deque],
      swiftSettings: settings),
    .target(name: "Interchange", dependencies: ["Library"], swiftSettings: settings),
    .target(name: "Catalog", dependencies: ["Library", "CStarter"], swiftSettings: settings),

    // Level 4
    .target(
      name: "Server",
      dependencies: [
        "Hub", "Store", "Catalog", "Interchange", "Wire", "Transport", "Framing", "Navigation",
        "Library", "CLinux", "COpenSSL", "CBrotli", "CDeflate", "CQREncode", "CCurl", httpTypes,
        logging, yams,
      ],
      swiftSettings: settings),

    // Level 5
    .executableTarget(
      name: "dogear",
      dependencies: [
        "Server", "Replica", "Interchange", "Library", "CJemalloc", "COpenSSL", arguments,
        configuration, logging,
      ],
      swiftSettings: settings),
    .target(
      name: "Simulation",
      dependencies: ["Hub", "Store", "Replica", "Wire", "Library"],
      swiftSettings: settings),
    .executableTarget(
      name: "simulate", dependencies: ["Simulation", "Library"], swiftSettings: settings),

    // Tests mirror the targets; TestSupport reads the shared vectors, ServerTesting starts servers.
    .target(
      name: "TestSupport", dependencies: ["Library"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "ServerTesting",
      dependencies: [
        "Server", "Hub", "Store", "Replica", "Wire", "Transport", "Framing", "Library", "CLinux",
        httpTypes,
      ],
      path: "Tests/ServerTesting", swiftSettings: settings),
    .target(
      name: "NavigationWalk", dependencies: ["TestSupport", "Navigation", "Library"],
      path: "Tests/NavigationWalk", swiftSettings: settings),
    .executableTarget(
      name: "walk", dependencies: ["NavigationWalk"], path: "Tests/Walk", swiftSettings: settings),
    .executableTarget(
      name: "echo", dependencies: ["Transport", "Framing", arguments, httpTypes],
      path: "Tests/Echo", exclude: ["autobahn.sh"], swiftSettings: settings),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "TestSupport", "Framing", "Wire", "Navigation", "Interchange", "Library", httpTypes,
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: settings),
    .executableTarget(
      name: "ReplicaWriter", dependencies: ["Replica", "Library"], path: "Tests/ReplicaWriter",
      swiftSettings: settings),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "TestSupport", "ServerTesting", "Hub", "Store", "Replica", "Wire", "Transport", "Library",
        "CLinux", sqlite,
      ],
      path: "Tests/Bench",
      exclude: [
        "all.py", "away.py", "figures.py", "first.py", "framing.py", "idle.py", "paint.py",
        "sync.py",
      ],
      swiftSettings: settings),
  ]
    + tests("Library", ["Library"])
    + tests("Framing", ["Framing", "Library", httpTypes])
    + tests("Navigation", ["NavigationWalk", "Navigation", "Library"])
    + tests("Wire", ["Wire", "Library", "Navigation"])
    + tests("Transport", ["ServerTesting", "Transport", "Framing", httpTypes])
    + tests("Store", ["Store", "Library", grdb])
    + tests("Hub", ["Hub", "Store", "Wire", "Library", "Navigation"])
    + tests("Replica", ["Simulation", "Replica", "Wire", "Library", grdb])
    + tests("ReplicaClient", ["ServerTesting", "Server", "Replica", "Wire", "Library"])
    + tests("Interchange", ["Interchange", "Library"])
    + tests("Catalog", ["Catalog", "Library"])
    + tests(
      "Server",
      [
        "ServerTesting", "Server", "Hub", "Store", "Interchange", "Catalog", "Replica", "Wire",
        "Framing", "Transport", "Navigation", "Library", httpTypes, logging,
      ])
    + tests("Simulation", ["Simulation"])
    + tests(
      "Command",
      ["ServerTesting", "Server", "Interchange", "Replica", "Wire", "Transport", "Library"])
    + tests("Fuzz", ["FuzzTargets"])
    + tests("Tidy", [])
    + fuzzer,
  // For `#embed`.
  cLanguageStandard: .c2x
)

/// libFuzzer brings a main of its own, in a build of its own: `make fuzz`.
var fuzzer: [Target] {
  guard Context.environment["DOGEAR_FUZZ"] != nil else { return [] }
  return [
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/LibFuzzer",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
  ]
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> [Target] {
  [
    .testTarget(
      name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
  ]
}
