import HTTPTypes
import Testing

@testable import Server
@testable import Transport

/// How long an export or an import counts.
struct LargeCallsTests {
  private let first = ConnectionID(loop: 0, slot: 0, generation: 1)
  private let second = ConnectionID(loop: 0, slot: 1, generation: 1)
  private let device: Credentials

  init() {
    var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/v1/export")
    request.headerFields[.authorization] = "Bearer \(DeviceToken().text)"
    device = Credentials(request)
  }

  @Test func `it counts until its answer is taken`() {
    var calls = LargeCalls(UnderWay(atMost: 1))
    var mayBegin = [calls.begin(for: device, on: first)]
    // What came before it is with the kernel.
    calls.delivered(on: first)
    mayBegin.append(calls.begin(for: device, on: second))
    calls.answered(on: first)
    mayBegin.append(calls.begin(for: device, on: second))
    calls.delivered(on: first)
    mayBegin.append(calls.begin(for: device, on: second))
    #expect(mayBegin == [true, false, false, true])
  }

  @Test func `it counts no more when whoever did not take its answer leaves`() {
    var calls = LargeCalls(UnderWay(atMost: 1))
    var mayBegin = [calls.begin(for: device, on: first)]
    calls.answered(on: first)
    calls.closed(first)
    mayBegin.append(calls.begin(for: device, on: second))
    #expect(mayBegin == [true, true])
  }

  @Test func `who leaves before it is answered has it counted until then`() {
    var calls = LargeCalls(UnderWay(atMost: 1))
    var mayBegin = [calls.begin(for: device, on: first)]
    calls.closed(first)
    mayBegin.append(calls.begin(for: device, on: second))
    calls.answered(on: first)
    mayBegin.append(calls.begin(for: device, on: second))
    #expect(mayBegin == [true, false, true])
  }
}
