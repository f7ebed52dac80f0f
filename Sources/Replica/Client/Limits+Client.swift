/// The bounds of what stands around the machine: storage, socket and observers.
extension Limits {
  /// How long to wait for another process that has the storage open: one that is being ended lets go
  /// within this. Beyond it: `StorageError.inUse`.
  public static let storageBusyMilliseconds = 1_000

  /// Pages (of 4 KiB) that the storage's log grows to before it is folded into the file: 16 MiB, so
  /// that a first sync does not write everything twice and a phone's disk does not notice.
  public static let storageLogPageCountMax = 4_096

  /// Entities written by one statement.
  public static let storageRowsPerStatement = 64
}
