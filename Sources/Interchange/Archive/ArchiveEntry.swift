/// One file in a zip archive, as the archive lists it.
package struct ArchiveEntry: Hashable, Sendable {
  /// Its name, with the folders it lies in.
  package var name: String
  /// Whether its bytes are packed (APPNOTE 4.4.5, method 8); if not, they lie there as they are.
  package var isDeflated: Bool
  /// The CRC-32 of its bytes.
  package var checksum: UInt32
  /// Bytes that it takes in the archive.
  package var packedByteCount: Int
  /// Bytes that it has.
  package var byteCount: Int
  /// Where its header stands in the archive.
  package var offset: Int
}

/// What the parts of a zip archive begin with.
enum ArchiveMark {
  static let header: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  static let listed: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
  static let end: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  static let largeEnd: [UInt8] = [0x50, 0x4B, 0x06, 0x06]
  static let largeEndPlace: [UInt8] = [0x50, 0x4B, 0x06, 0x07]
}
