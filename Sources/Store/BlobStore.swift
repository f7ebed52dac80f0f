/// Where the bytes are kept that books name: the pictures of their covers.
///
/// Beside `LibraryStore`, because nothing here belongs to a library's order: a blob is named after its own
/// bytes, so it never changes, and whoever has it has it whole. What Hub and Server rely on: `keep` is one
/// transaction, durable when it returns; and a backup holds blobs as it holds all else.
package protocol BlobStore: Sendable {
  /// The bytes of the blob `id` of `library`; nil where it has none.
  func blob(_ id: String, of library: String) throws(StoreError) -> [UInt8]?

  /// Keeps `bytes` as the blob `id` of `library`, which may have `countMax` blobs, of `byteCountMax` bytes
  /// together. One that is there already stays, as if no book had let go of it, and what a disk made of its
  /// bytes is mended.
  /// - Throws: `StoreError.unknownLibrary`, or what the disk reports.
  func keep(
    _ bytes: [UInt8], as id: String, of library: String, countMax: Int,
    byteCountMax: Int
  ) throws(StoreError) -> BlobKeeping

  /// Notes at `time` which blobs of `library` are named by no book, those in Trash included, and by no open
  /// conflict of two covers, and lets go of those that none has named since `horizon`: of each at most
  /// `limit`. Returns whether that was all.
  func letGoOfBlobs(
    of library: String, unnamedSince horizon: Int, time: Int, limit: Int
  ) throws(StoreError) -> Bool
}

/// What became of a blob that was to be kept.
package enum BlobKeeping: Hashable, Sendable {
  /// It is kept from now on.
  case added
  /// It was kept before.
  case known
  /// It is not kept: the library's blobs would be more than they may, or have more bytes.
  case full
}
