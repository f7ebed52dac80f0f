public import Library

/// What a person does.
extension LocalLibrary {
  /// Makes an edit: changes that apply together or not at all.
  ///
  /// It shows in `view` before this returns; when this returns it is safe: on this device's disk, or, if
  /// that fails, on the server. A task that is cancelled waits no longer, and the edit stands.
  ///
  /// - Parameter changes: 1 to 64 changes.
  /// - Returns: The edit's id.
  /// - Throws: `Problem` where it has too many changes, or is too large to be sent; nothing has changed
  ///   then. What the values may be is for the server to say: see `problems`. `LibraryClosed`, or
  ///   `CancellationError`.
  @discardableResult
  public func edit(_ changes: [Change]) async throws -> String {
    guard !isClosing else { throw LibraryClosed() }
    try Task.checkCancellation()
    let id = Turn.now().fresh
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        editors[id] = continuation
        handle(.edit(id: id, changes: changes))
      }
    } onCancel: {
      post { $0.editors.removeValue(forKey: id)?.resume(throwing: CancellationError()) }
    }
    return id
  }

  /// Makes an edit of one thing.
  /// - Returns: The edit's id.
  /// - Throws: As `edit(_:)` of several.
  @discardableResult
  public func edit(_ change: Change) async throws -> String { try await edit([change]) }

  /// Edits that the server does not have yet, oldest first.
  public var waiting: [QueuedOperation] { machine.waiting }

  /// Edits that the server refused, oldest first, each with the reason: kept until a person decides.
  /// They hold up no others, and show no more.
  public var problems: [QueuedOperation] { machine.problems }

  /// Tries a refused edit again, as a new one. Others are not touched.
  public func retry(_ id: String) { if !isClosing { handle(.retry(id: id)) } }

  /// Gives a refused edit up. Others are not touched.
  public func discard(_ id: String) { if !isClosing { handle(.discard(id: id)) } }

  /// Somebody looks: tries the server at once instead of when the back-off ends, also one that did not know
  /// this device when it was asked last.
  public func wake() {
    guard !isClosing else { return }
    handle(.wake)
    askAgain()
  }

  /// What the system says of the network; a program that does not know needs not say.
  public func network(isUp: Bool) {
    guard !isClosing else { return }
    handle(.network(isUp: isUp))
    if isUp { askAgain() }
  }
}
