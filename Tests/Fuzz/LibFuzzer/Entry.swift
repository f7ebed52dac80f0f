import Foundation
import FuzzTargets

// What libFuzzer calls. `make fuzz` builds it with its coverage; nothing else builds it.

/// The target that `DOGEAR_FUZZ_TARGET` names, looked up once: to read the environment costs more than
/// most inputs do.
private let target: any FuzzTarget.Type = {
  let name = ProcessInfo.processInfo.environment["DOGEAR_FUZZ_TARGET"] ?? ""
  guard let target = FuzzTargets.named(name) else {
    preconditionFailure("DOGEAR_FUZZ_TARGET is one of \(FuzzTargets.all.map { $0.name })")
  }
  return target
}()

/// Runs the target on one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
