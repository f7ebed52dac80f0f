package import Store

/// The pictures that books name: kept beside the library's order, and let go of by time, as Trash is.
extension SyncHub {
  /// Keeps `bytes` as the blob `id` of `library`, durably. Whoever calls has seen that the one is the
  /// other's name.
  /// - Throws: `StoreError`; nothing was kept then.
  package func keep(
    _ bytes: [UInt8], as id: String, of library: String
  ) throws(StoreError) -> BlobKeeping {
    try store.keep(
      bytes, as: id, of: library, countMax: Limits.blobsMax,
      byteCountMax: Limits.blobsByteCountMax)
  }

  /// Lets go of the first blobs that no book, and no open conflict, has named for as long as Trash keeps
  /// books. Returns whether those were all.
  func letGoOfBlobs(of library: String, asOf time: Int) throws(StoreError) -> Bool {
    try store.letGoOfBlobs(
      of: library, unnamedSince: time - Limits.trashMilliseconds, time: time,
      limit: Limits.blobsLetGoPerTickMax)
  }
}
