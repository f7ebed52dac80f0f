import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// What `transform` makes of each element, in order; long arrays are shared out among the processors.
  /// - Throws: What the first of the elements that fail throws.
  func concurrentMap<Result: Sendable, Failure: Error>(
    _ transform: @Sendable (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let partCount = count / Limits.concurrentPartMin
    guard partCount > 1 else { return try map(transform) }
    let parts = Mutex([Swift.Result<[Result], Failure>?](repeating: nil, count: partCount))
    DispatchQueue.concurrentPerform(iterations: partCount) { part in
      let range = count * part / partCount..<count * (part + 1) / partCount
      let results: Swift.Result<[Result], Failure>
      do throws(Failure) {
        results = .success(try self[range].map(transform))
      } catch {
        results = .failure(error)
      }
      parts.withLock { $0[part] = results }
    }
    var all: [Result] = []
    all.reserveCapacity(count)
    for part in parts.withLock({ $0 }) { if let part { all += try part.get() } }
    return all
  }
}
