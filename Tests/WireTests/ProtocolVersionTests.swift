import Foundation
import Library
import TestSupport
import Testing
import Wire

/// The wire cannot change unannounced: its vectors are pinned to the newest line of the history.
struct ProtocolVersionTests {
  @Test func `the history ends with the version spoken, and begins with the oldest`() {
    let versions = protocolHistory.map(\.version)
    #expect(versions.last == protocolVersion)
    #expect(versions.contains(protocolVersionMin))
    #expect(versions == versions.sorted())
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DOGEAR_VECTORS"] == nil))
  func `the wire vectors are those of the newest version`() throws {
    var hash = FNV1a()
    for file in MessageTests.files.sorted() {
      let document = try #require(try Vectors.document("wire", file), "\(file) is missing")
      hash.add(file.utf8)
      hash.add(document.canonicalBytes)
    }
    #expect(
      hash.text == protocolHistory.last?.vectors,
      "the wire vectors have changed: say in protocolHistory what that brings, as \(hash.text)")
  }
}

/// FNV-1a of 64 bits: small, the same everywhere, and nothing here needs more.
private struct FNV1a {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
