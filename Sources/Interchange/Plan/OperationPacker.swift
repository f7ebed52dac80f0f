import Library

/// Packs changes into operations of at most 64, keeping what belongs together in one.
struct OperationPacker {
  private(set) var operations: [[Change]] = []

  /// Adds changes that apply together. More than an operation holds are spread over several, in
  /// their order.
  mutating func add(_ group: [Change]) {
    var rest = group[...]
    if let last = operations.last, last.count + group.count <= maximum {
      operations[operations.count - 1] += group
      return
    }
    while !rest.isEmpty {
      operations.append(Array(rest.prefix(maximum)))
      rest = rest.dropFirst(maximum)
    }
  }

  private var maximum: Int { Library.Limits.changesPerOperationMax }
}
