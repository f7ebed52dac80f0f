/// Where the places of windows, and the links that wait for a device, are kept (NAVIGATION §3.6–§3.8).
///
/// Beside `LibraryStore`, because nothing here belongs to a library's order: a window has one writer,
/// and what it says replaces what it said. The hub keeps all of it in memory and writes what changed.
/// What Hub relies on: `save` is one transaction, durable when it returns; and a device that is
/// revoked takes everything of its own with it (`LibraryStore.revoke`).
package protocol SceneStore: Sendable {
  /// Everything that is kept of the devices of `account` that are not revoked.
  func scenes(of account: String) throws(StoreError) -> SceneHoldings

  /// Writes and deletes all that `changes` names, or nothing.
  func save(_ changes: SceneChanges) throws(StoreError)
}

/// What is kept for one account.
package struct SceneHoldings: Hashable, Sendable {
  /// Its windows, by device and id.
  package var scenes: [SceneRecord] = []
  /// What its devices share.
  package var shares: [ShareRecord] = []
  /// Links that wait, or whose sender has not heard yet what became of them, oldest first.
  package var links: [LinkRecord] = []

  /// Holds nothing.
  package init() {}
}

/// What one transaction writes.
package struct SceneChanges: Hashable, Sendable {
  /// Windows, new or as they are now.
  package var scenes: [SceneRecord] = []
  /// Windows of which nothing is kept any more.
  package var forgottenScenes: [SceneKey] = []
  /// What devices share now.
  package var shares: [ShareRecord] = []
  /// Links, new or as they are now.
  package var links: [LinkRecord] = []
  /// Links of which nothing is kept any more.
  package var forgottenLinks: [LinkKey] = []

  /// Changes nothing.
  package init() {}

  /// Whether there is nothing to write.
  package var isEmpty: Bool { self == SceneChanges() }
}
