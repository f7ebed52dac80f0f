import Synchronization

/// The copies that this process is making: whoever ends it takes them away, for nobody else knows them.
package enum UnfinishedCopies {
  private static let paths = Mutex<Set<String>>([])

  /// Notes a copy that is begun.
  package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  /// Forgets one that is whole, or gone.
  package static func drop(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Takes them away. Nothing may be done after but to end.
  package static func remove() {
    for path in paths.withLock(\.self) { SQLiteStore.remove(path) }
  }
}
