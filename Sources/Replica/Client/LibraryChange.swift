public import Library

/// What changed in a local library between two looks of an observer.
public struct LibraryChange: Hashable, Sendable {
  /// The entities that may show otherwise now, each once, in the order in which they first changed;
  /// nil: any of them.
  public private(set) var keys: [EntityKey]?
  /// Whether somebody else's edit is in it.
  public private(set) var isRemote: Bool
  private var seen: Set<EntityKey>

  init(_ touched: LibraryView.Touched, isRemote: Bool) {
    self.isRemote = isRemote
    switch touched {
    case .keys(let keys):
      self.keys = keys
      seen = Set(keys)
    case .everything:
      keys = nil
      seen = []
    }
  }
}

extension LibraryChange: Coalescing {
  mutating func absorb(_ later: LibraryChange) {
    isRemote = isRemote || later.isRemote
    guard let new = later.keys, keys != nil,
      seen.count + new.count <= Limits.coalescedKeyCountMax
    else {
      keys = nil
      seen = []
      return
    }
    for key in new where seen.insert(key).inserted { keys?.append(key) }
  }
}

extension Status: Coalescing {
  /// Only the latest counts.
  mutating func absorb(_ later: Status) { self = later }
}
