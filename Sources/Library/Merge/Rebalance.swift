/// Hand-made orders whose keys have grown long, and how the server shortens them (SYNC §2,
/// *reorder*).
///
/// What the server writes here is no move: every place keeps its author and stays what it was among
/// the others, so a device that moves something meanwhile meets whoever moved it before, not the
/// server.
public enum Rebalance {
  /// An order that people make by hand.
  public enum Order: Hashable, Sendable {
    /// The shelves, by their `position`.
    case shelves
    /// The books on the shelf with this id, by their `position` there.
    case books(onShelf: String)
  }

  /// One member of an order, those in Trash included.
  public struct Member: Hashable, Sendable {
    /// The id of the shelf or the book.
    public let id: String
    /// Its position as it is stored.
    public let position: String

    /// Makes a member from its parts.
    public init(id: String, position: String) {
      self.id = id
      self.position = position
    }
  }

  /// The orders in which the operation put a key that is too long to stay, in a fixed order.
  public static func needed(after applied: Applied) -> [Order] {
    var needed: [Order] = []
    for state in applied.states {
      switch state.entity.kind {
      case Schema.shelfKind:
        guard let position = state.registers[Schema.positionField], position.seq == state.seq,
          isLong(position.value), !needed.contains(.shelves)
        else { continue }
        needed.append(.shelves)
      case Schema.bookKind:
        for element in (state.sets[Schema.shelvesField] ?? [:]).values
        where element.seq == state.seq {
          let order = Order.books(onShelf: element.name)
          guard let shown = element.shown, isLong(shown.value[Schema.positionField]),
            !needed.contains(order)
          else { continue }
          needed.append(order)
        }
      default: continue
      }
    }
    return needed.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// What the server does to `members` of `order`: a new, short key for each, evenly spread in the
  /// order that they have, ties by id. The changes go into operations of
  /// `Limits.changesPerOperationMax` each, all in one transaction.
  public static func changes(for order: Order, members: [Member]) -> [Change] {
    let sorted = members.sorted { left, right in
      let (a, b) = (left.position.utf8, right.position.utf8)
      if a.elementsEqual(b) { return left.id.utf8.lexicographicallyPrecedes(right.id.utf8) }
      return a.lexicographicallyPrecedes(b)
    }
    return zip(sorted, FractionalKey.spread(sorted.count)).compactMap { member, key in
      guard member.position != key else { return nil }
      switch order {
      case .shelves:
        return Change(
          EntityKey(kind: Schema.shelfKind, id: member.id),
          set: [Schema.positionField: .string(key)])
      case .books(let shelf):
        return Change(
          EntityKey(kind: Schema.bookKind, id: member.id),
          add: [Schema.shelvesField: [shelf: [Schema.positionField: .string(key)]]])
      }
    }
  }

  private static func isLong(_ position: JSONValue?) -> Bool {
    (position?.string?.utf8.count ?? 0) > Limits.fractionalKeyBalancedMax
  }
}

extension Rebalance.Order {
  fileprivate var name: String {
    switch self {
    case .shelves: ""
    case .books(let shelf): shelf
    }
  }
}
