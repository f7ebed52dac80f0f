import Dispatch
import Synchronization

/// Transforms what is put in on whatever processors are free, while whoever puts it in goes on; what
/// comes out is in order.
///
/// Work that nobody else has done when its results are asked for is done by who asks, although somebody
/// may have begun it: nobody waits for a processor to come free, and little work never leaves its thread.
/// So a part may be done twice, and what transforms it must give the same each time.
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
    case begun([Input])
    case done([Output])

    var isWaiting: Bool {
      guard case .waiting = self else { return false }
      return true
    }
  }

  private typealias Begun = (index: Int, inputs: [Input])

  private let transform: @Sendable (Input) -> Output
  private let parts = Mutex<[Part]>([])

  init(_ transform: @escaping @Sendable (Input) -> Output) { self.transform = transform }

  var partCount: Int { parts.withLock { $0.count } }

  func add(_ inputs: [Input]) { parts.withLock { $0.append(.waiting(inputs)) } }

  /// Does the first part that waits, if one does.
  func workOnFirst() {
    let begun = parts.withLock { parts in
      parts.firstIndex { $0.isWaiting }.map { begin($0, of: &parts) }
    }
    if let begun { finish(begun) }
  }

  /// What came of a part; works on others while somebody works on that one, and then on that one, too:
  /// whoever began it may have lost their processor.
  func results(of index: Int) -> [Output] {
    while true {
      let begun = parts.withLock { parts -> Begun? in
        if case .done = parts[index] { return nil }
        let other = parts[index].isWaiting ? nil : parts.lastIndex { $0.isWaiting }
        return begin(other ?? index, of: &parts)
      }
      if let begun { finish(begun) }
      if case .done(let outputs) = parts.withLock({ $0[index] }) { return outputs }
    }
  }

  /// Takes a part to work on, also one that is begun already.
  private func begin(_ index: Int, of parts: inout [Part]) -> Begun {
    switch parts[index] {
    case .waiting(let inputs), .begun(let inputs):
      parts[index] = .begun(inputs)
      return (index, inputs)
    case .done: preconditionFailure("What is done is not begun again.")
    }
  }

  private func finish(_ begun: Begun) {
    let outputs = begun.inputs.map(transform)
    parts.withLock { $0[begun.index] = .done(outputs) }
  }
}
