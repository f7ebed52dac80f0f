import Store

/// What a restore asks of the database that it replaces, as far as that can still be read: it knows of
/// things that a backup from before them cannot know.
struct ReplacedDatabase {
  /// The devices whose access was taken away.
  private(set) var revoked: [DeviceRecord] = []
  /// The devices that have access.
  private(set) var paired: [DeviceRecord] = []
  /// Whether there is none, or one that cannot be read to its end.
  private(set) var isUnread = false
  /// Its libraries: up to which sequence devices were told that a backup holds them, and the epochs in
  /// which they wrote.
  private(set) var libraries: [LibraryRecord] = []

  /// Reads the database of `directory`, or what a restore that was cut short has put aside: also one that an
  /// update has not been started on yet. Of one that cannot be read nothing is known.
  init(of directory: DataDirectory) {
    let path = directory.isHalfRestored ? directory.newestKept : directory.database
    guard let path, FileBytes.exists(path) else {
      isUnread = true
      return
    }
    do {
      let store = try SQLiteStore(path: path, access: .recordsOnly)
      isUnread = (try? SQLiteStore.checkLog(of: path)) == nil
      for account in try store.accounts() {
        let devices = try store.devices(of: account.id)
        revoked += devices.filter { $0.revoked != nil }
        paired += devices.filter { $0.revoked == nil }
        libraries += try store.libraries(of: account.id)
      }
    } catch {
      // It is restored because it is damaged, perhaps.
      isUnread = true
    }
  }
}
