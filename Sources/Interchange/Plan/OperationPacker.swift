import Library

/// Packs changes into operations of at most 64, keeping what belongs together in one.
struct OperationPacker {
  private(set) var operations: [ImportPlan.Operation] = []
  private let isJoining: Bool
  /// How many changes the last operation holds.
  private var count = 0

  /// Makes operations that join books, or that do not.
  init(isJoining: Bool = false) { self.isJoining = isJoining }

  /// Adds changes that apply together, those of the report's row at `row`, if of one. More than an
  /// operation holds are spread over several, in their order.
  mutating func add(_ changes: [Change], row: Int?) {
    guard !changes.isEmpty else { return }
    if !operations.isEmpty, count + changes.count <= maximum {
      operations[operations.count - 1].groups.append(ImportPlan.Group(changes, row: row))
      count += changes.count
      return
    }
    for start in stride(from: 0, to: changes.count, by: maximum) {
      let part = Array(changes[start..<min(changes.count, start + maximum)])
      let group = ImportPlan.Group(part, row: row)
      operations.append(ImportPlan.Operation([group], isJoining: isJoining))
      count = part.count
    }
  }

  private var maximum: Int { Library.Limits.changesPerOperationMax }
}
