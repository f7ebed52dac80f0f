/// The server's merge: what an operation makes of the entities it touches (SYNC §2).
///
/// A pure function. The same source, operation and moment always give the same result, so every rule
/// is tested without a server.
public enum Merge {
  /// Validates `operation` and applies all of its changes, in their order, or none of them.
  ///
  /// - Parameters:
  ///   - operation: What the author did, as it came over the wire; with an epoch only where that is
  ///     not the library's present one.
  ///   - device: The author's device; `Author.server` for the server's own operations.
  ///   - incarnation: The device's incarnation.
  ///   - moment: The sequence the operation gets, and the server times that bound its stamp.
  ///   - source: The library as it stands.
  /// - Returns: The new states and the outcome.
  /// - Throws: `Problem` when the operation is refused; then nothing is to be written.
  public static func apply(
    _ operation: Operation, device: String, incarnation: String, moment: Moment,
    from source: inout some MergeSource
  ) throws(Problem) -> Applied {
    try Validation.check(operation, device: device)
    #if MUTANTS
      let skew = operation.at - moment.now
      let isOff =
        Mutant.isOn(.fastRefused)
        ? skew > 300_000 : Mutant.isOn(.skewRefused) && abs(skew) > 300_000
      if isOff { throw Problem(.invalid, "Your clock is wrong.") }
    #endif
    let author = Author(
      device: device, incarnation: incarnation, n: operation.n, base: operation.base,
      at: operation.at)
    var merger = Merger(
      author: author, moment: moment, isReturning: operation.epoch != nil)
    for change in operation.changes {
      try merger.apply(change, from: &source)
    }
    merger.joinTwins(from: &source)
    let applied = merger.finish(operation: operation.id, from: &source)
    let isWriting = operation.changes.contains { !$0.set.isEmpty || !$0.add.isEmpty }
    if isWriting, device != Author.server { try checkRoom(for: applied.states) }
    return applied
  }

  /// Sees that what an operation writes to fits one message: no page ends within an operation. What goes to
  /// Trash is not held up by it, nor what the server puts in order.
  private static func checkRoom(for states: [EntityState]) throws(Problem) {
    guard states.count > Limits.entitiesUncountedMax else { return }
    let byteCount = states.reduce(0) { $0 + $1.byteCount }
    guard byteCount <= Limits.operationByteCountMax else {
      throw Problem(
        .invalid,
        "All that is changed at once here holds more than \(Limits.operationByteCountMax / 1_000_000) MB, "
          + "which is more than a device takes at once, so nothing was changed. Change fewer at a time."
      )
    }
  }
}
