import Glibc

/// What the disk alone takes to make some bytes durable: written over a file that is as long as it will
/// be, as a log is that starts again from its beginning.
final class DiskFlush {
  private let file: CInt
  private let byteCount = 16 << 20
  private var place = 0

  /// Makes the file at `path`.
  init(path: String) throws {
    file = unsafe open(path, O_CREAT | O_RDWR, 0o600)
    guard file >= 0 else { throw Failure("open \(path): errno \(errno)") }
    try write([UInt8](repeating: 1, count: byteCount))
    fsync(file)
  }

  deinit { close(file) }

  /// How long each of `count` times took to write `size` bytes and have them on the disk.
  func durations(_ count: Int, of size: Int) throws -> [Duration] {
    let bytes = [UInt8](repeating: 2, count: size)
    let clock = ContinuousClock()
    return try (0..<count).map { _ in
      let start = clock.now
      try write(bytes)
      guard fdatasync(file) == 0 else { throw Failure("fdatasync: \(errno)") }
      return clock.now - start
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    if place + bytes.count > byteCount { place = 0 }
    let written = unsafe bytes.withUnsafeBytes { bytes in
      unsafe pwrite(file, bytes.baseAddress, bytes.count, off_t(place))
    }
    guard written == bytes.count else { throw Failure("pwrite: \(errno)") }
    place += bytes.count
  }
}
