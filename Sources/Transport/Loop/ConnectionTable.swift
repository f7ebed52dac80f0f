/// The connections of one loop by their id: an array lookup, no hashing.
struct ConnectionTable {
  private var slots: [Connection?] = []
  private var generations: [UInt32] = []
  private var outlets: [Outlet?] = []
  private var free: [Int] = []
  private let loop: Int
  private(set) var count = 0

  init(loop: Int) {
    self.loop = loop
  }

  /// The living connection of this id. Every use of a slot has another generation, so an old id
  /// finds nothing.
  subscript(id: ConnectionID) -> Connection? {
    holds(id) ? slots[id.slot] : nil
  }

  /// Adds the connection that `make` makes for a new id. Generation 0 is never used.
  mutating func insert(_ make: (ConnectionID) -> Connection) -> Connection {
    if free.isEmpty {
      free.append(slots.count)
      slots.append(nil)
      generations.append(0)
      outlets.append(nil)
    }
    let slot = free.removeLast()
    generations[slot] = max(1, generations[slot] &+ 1)
    let connection = make(
      ConnectionID(loop: loop, slot: slot, generation: generations[slot]))
    slots[slot] = connection
    count += 1
    return connection
  }

  mutating func remove(_ id: ConnectionID) {
    precondition(self[id] != nil, "removed twice")
    slots[id.slot] = nil
    outlets[id.slot] = nil
    free.append(id.slot)
    count -= 1
  }

  /// Where to write a message for this connection at once; nil while it has to be looked at first.
  ///
  /// All that a broadcast to thousands needs of each is here, side by side: a connection itself lies
  /// in several lines of memory, which have long left the caches when its turn comes.
  func outlet(of id: ConnectionID) -> Outlet? {
    holds(id) ? outlets[id.slot] : nil
  }

  /// Says where to write for this connection at once, or that it has to be looked at first.
  mutating func setOutlet(_ outlet: Outlet?, of id: ConnectionID) {
    guard self[id] != nil else { return }
    outlets[id.slot] = outlet
  }

  private func holds(_ id: ConnectionID) -> Bool {
    id.loop == loop && id.slot < slots.count && generations[id.slot] == id.generation
  }

  /// All living connections.
  var all: [Connection] { slots.compactMap { $0 } }
}
