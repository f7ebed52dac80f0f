import Library
import TestSupport
import Testing
import Wire

/// Both languages keep to the same bounds.
struct LimitsTests {
  static let bounds: [String: Int] = [
    "protocolVersion": Wire.protocolVersion,
    "protocolVersionMin": protocolVersionMin,
    "messageByteCountMax": Wire.Limits.messageByteCountMax,
    "serverMessageByteCountMax": Wire.Limits.serverMessageByteCountMax,
    "pushOperationCountMax": Wire.Limits.pushOperationCountMax,
    "pushByteCountMax": Wire.Limits.pushByteCountMax,
    "pageRowCountMax": Wire.Limits.pageRowCountMax,
    "nameByteCountMax": Wire.Limits.nameByteCountMax,
    "libraryNameByteCountMax": Wire.Limits.libraryNameByteCountMax,
    "sentenceByteCountMax": Wire.Limits.sentenceByteCountMax,
    "linkByteCountMax": Wire.Limits.linkByteCountMax,
    "idleTimeoutMilliseconds": Wire.Limits.idleTimeoutMilliseconds,
    "changesPerOperationMax": Library.Limits.changesPerOperationMax,
  ]

  @Test(arguments: try Vectors.cases("wire", "limits.json"))
  func `a bound is the same in Swift and in JavaScript`(bound: Vectors.Case) {
    #expect(Self.bounds[bound.name] == bound.body["expect"]?.int)
  }
}
