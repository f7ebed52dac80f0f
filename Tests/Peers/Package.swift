// swift-tools-version: 6.2
import PackageDescription

/// The servers that ours is measured against: a package of its own, so that Dogear depends on none of
/// them.
let package = Package(
  name: "peers",
  dependencies: [
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0")
  ],
  targets: [
    .executableTarget(
      name: "nio",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
