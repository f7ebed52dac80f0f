import Dispatch
import Synchronization

/// Transforms what is put in on whatever processors are free, while whoever puts it in goes on; what
/// comes out is in order.
///
/// Work that nobody else has begun when its results are asked for is done by who asks: it never waits
/// for a processor to come free, and little work never leaves its thread.
struct Pipeline<Input: Sendable, Output: Sendable> {
  private let belt: Belt<Input, Output>
  /// What is too little to be shared yet.
  private var rest: [Input] = []

  init(_ transform: @escaping @Sendable (Input) -> Output) { belt = Belt(transform) }

  mutating func put(_ input: Input) {
    rest.append(input)
    guard rest.count == Limits.pipelinePartCount else { return }
    belt.add(rest)
    DispatchQueue.global().async { [belt] in belt.workOnFirst() }
    rest = []
  }

  /// Ends the putting in. Each result is there once it is come to.
  consuming func results() -> some Sequence<Output> {
    belt.add(rest)
    return (0..<belt.partCount).lazy.flatMap { [belt] in belt.results(of: $0) }
  }
}

/// The parts of the work, and how far each is.
private final class Belt<Input: Sendable, Output: Sendable>: Sendable {
  private enum Part: Sendable {
    case waiting([Input])
    case begun
    case done([Output])

    var isWaiting: Bool {
      guard case .waiting = self else { return false }
      return true
    }
  }

  private let transform: @Sendable (Input) -> Output
  private let parts = Mutex<[Part]>([])
  /// Rings whenever a part is done on another thread.
  private let bell = DispatchSemaphore(value: 0)

  init(_ transform: @escaping @Sendable (Input) -> Output) { self.transform = transform }

  var partCount: Int { parts.withLock { $0.count } }

  func add(_ inputs: [Input]) { parts.withLock { $0.append(.waiting(inputs)) } }

  /// Does the first part that waits, if one does.
  func workOnFirst() {
    guard work(on: { $0.firstIndex { $0.isWaiting } }) else { return }
    bell.signal()
  }

  /// What came of a part; works on others while somebody works on that one.
  func results(of index: Int) -> [Output] {
    while true {
      if case .done(let outputs) = parts.withLock({ $0[index] }) { return outputs }
      let isBusy = work { parts in
        parts[index].isWaiting ? index : parts.lastIndex { $0.isWaiting }
      }
      if !isBusy { bell.wait() }
    }
  }

  /// Does the part that `choose` picks. False where it picks none.
  private func work(on choose: ([Part]) -> Int?) -> Bool {
    let begun = parts.withLock { parts -> (index: Int, inputs: [Input])? in
      guard let index = choose(parts), case .waiting(let inputs) = parts[index] else { return nil }
      parts[index] = .begun
      return (index, inputs)
    }
    guard let begun else { return false }
    let outputs = begun.inputs.map(transform)
    parts.withLock { $0[begun.index] = .done(outputs) }
    return true
  }
}
