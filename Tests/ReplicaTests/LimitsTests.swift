import Library
import Replica
import TestSupport
import Testing

/// Both languages keep to the same bounds.
struct LimitsTests {
  static let bounds: [String: Int] = [
    "backoffBaseMilliseconds": Limits.backoffBaseMilliseconds,
    "backoffMilliseconds": Limits.backoffMilliseconds,
    "steadyMilliseconds": Limits.steadyMilliseconds,
    "refusedRetryMilliseconds": Limits.refusedRetryMilliseconds,
    "askedRetryMilliseconds": Limits.askedRetryMilliseconds,
    "offlineRetryMilliseconds": Limits.offlineRetryMilliseconds,
    "welcomeTimeoutMilliseconds": Limits.welcomeTimeoutMilliseconds,
    "heartbeatMilliseconds": Limits.heartbeatMilliseconds,
    "answerTimeoutMilliseconds": Limits.answerTimeoutMilliseconds,
    "wakeAnswerTimeoutMilliseconds": Limits.wakeAnswerTimeoutMilliseconds,
    "pageHalvingsMax": Limits.pageHalvingsMax,
    "gapTimeoutMilliseconds": Limits.gapTimeoutMilliseconds,
    "pushesInFlightMax": Limits.pushesInFlightMax,
    "pushEnvelopeByteCount": Limits.pushEnvelopeByteCount,
    "keptOperationCountMax": Limits.keptOperationCountMax,
    "keptMilliseconds": Limits.keptMilliseconds,
    "stagedRowCountMax": Limits.stagedRowCountMax,
    "persistRetryMilliseconds": Limits.persistRetryMilliseconds,
    "forkCountMax": Limits.forkCountMax,
    "clockDriftMilliseconds": Limits.clockDriftMilliseconds,
    "clockWrongMilliseconds": Limits.clockWrongMilliseconds,
  ]

  @Test(arguments: try Vectors.cases("replica", "limits.json"))
  func `a bound is the same in Swift and in JavaScript`(bound: Vectors.Case) {
    #expect(Self.bounds[bound.name] == bound.body["expect"]?.int)
  }
}
