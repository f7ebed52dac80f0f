import CLinux

/// Memory that was needed for something large and is no longer. The allocator keeps it, for each thread
/// apart: what one import took is still kept when the next is done by another thread.
enum SpareMemory {
  /// Gives it back to the system.
  static func giveBack() { malloc_trim(0) }
}
